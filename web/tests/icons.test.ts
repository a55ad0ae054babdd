import { describe, expect, it } from 'vitest'

import { named, sprite, wanted } from '../icons'

describe('pictures', () => {
  it('are named by files of cards and by definitions', () => {
    expect(named('icon = "lyre"\ntext = "icon"')).toEqual(['lyre'])
    expect(named('GAME = Definition(\n    icons=("rat", "crown"),\n)')).toEqual(['rat', 'crown'])
    expect(named('icons=(\n  "rat",\n  "crown",\n)')).toEqual(['rat', 'crown'])
    expect(named('Piece(icon=printed.icon)')).toEqual([])
  })
  it('that games name are all in the set', () => {
    const names = wanted()
    expect(names.length).toBeGreaterThan(5)
    const drawn = sprite(names).names
    expect(names.filter((name) => !drawn.includes(name))).toEqual([])
  })
  it('that nobody drew are left out', () => {
    expect(sprite(['lyre', 'no-such-thing']).names).not.toContain('no-such-thing')
    expect(sprite(['lyre']).svg).toContain('<symbol id="lyre"')
  })
})

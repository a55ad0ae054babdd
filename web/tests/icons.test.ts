import { createRequire } from 'node:module'

import { describe, expect, it } from 'vitest'

import { listed, named, rounded, sorted, sprite, wanted } from '../icons'

describe('pictures', () => {
  it('are named by files of cards and by definitions', () => {
    expect(named('icon = "lyre"\ntext = "icon"')).toEqual(['lyre'])
    expect(named('GAME = Definition(\n    icons=("rat", "crown"),\n)')).toEqual(['rat', 'crown'])
    expect(named('icons=(\n  "rat",\n  "crown",\n)')).toEqual(['rat', 'crown'])
    expect(named('Piece(icon=printed.icon)')).toEqual([])
  })
  it('that games name are all in the set', () => {
    const names = Object.values(wanted()).flat()
    expect(names.length).toBeGreaterThan(5)
    const drawn = sprite(names).names
    expect(names.filter((name) => !drawn.includes(name))).toEqual([])
  })
  it('that nobody drew are left out', () => {
    expect(sprite(['lyre', 'no-such-thing']).names).not.toContain('no-such-thing')
    expect(sprite(['lyre']).svg).toContain('<symbol id="lyre"')
  })
  it('that boxes may name are listed, without the signs of the page', () => {
    expect(listed([{ names: ['ui-back', 'ui-bot'] }, { names: ['rat', 'lyre'] }, { names: ['crown'] }])).toBe('crown\nlyre\nrat\n')
  })
  it('lie by game in files of their own, covers apart, and those of several games together', () => {
    const sources: [string, string][] = [
      ['one', 'icons=("rat", "crown")'], ['one', 'icon = "lyre"\nicon = "crown"\nicon = "dice"'], ['two', 'icon = "dice"\nicon = "anchor"'],
    ]
    expect(sorted(sources)).toEqual({ two: ['anchor'], 'one-cover': ['crown', 'rat'], shared: ['dice'], one: ['lyre'] })
  })
})

describe('a path', () => {
  const numbers = (path: string): number[] => (path.match(/-?(\d+\.?\d*|\.\d+)/g) ?? []).map(Number)
  it('keeps a digit after the point, and what lies side by side stays apart', () => {
    expect(rounded('m207.47 18.875l-.04.96.5 3c.29-1.087 1.96.02')).toBe('m207.5 18.9l0 1 .5 3c.3-1.1 2 0')
    expect(rounded('a459 459 0 0 1 32.314-.02z')).toBe('a459 459 0 0 1 32.3 0z')
  })
  it('whose arcs cannot be read is left as it is', () => {
    expect(rounded('a459.12 459 0 0132.314 15z')).toBe('a459.12 459 0 0132.314 15z')
  })
  it('of the whole set has as many numbers as before, none far from where it was', () => {
    const set = createRequire(import.meta.url)('@iconify-json/game-icons/icons.json') as { icons: Record<string, { body: string }> }
    const paths = Object.values(set.icons).flatMap(({ body }) => [...body.matchAll(/ d="([^"]*)"/g)].map((match) => match[1]!))
    expect(paths.length).toBeGreaterThan(4000)
    for (const path of paths) {
      const [before, after] = [numbers(path), numbers(rounded(path))]
      expect(after.length, path).toBe(before.length)
      expect(Math.max(...before.map((one, number) => Math.abs(one - after[number]!)))).toBeLessThan(0.0501)
    }
  })
})

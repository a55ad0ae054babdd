import { describe, expect, it } from 'vitest'

import { beside } from '../src/beside'

const screen = { width: 1000, height: 700 }

describe('the words about a piece', () => {
  it('stand above it', () => {
    expect(beside({ x: 450, y: 400, width: 100, height: 150 }, 260, 90, screen)).toEqual({ x: 370, y: 288, width: 260, height: 90 })
  })
  it('stand below it where there is no room above', () => {
    expect(beside({ x: 450, y: 20, width: 100, height: 150 }, 260, 90, screen).y).toBe(184)
  })
  it('stay on the screen', () => {
    expect(beside({ x: 0, y: 400, width: 40, height: 60 }, 260, 90, screen).x).toBe(8)
    expect(beside({ x: 980, y: 400, width: 40, height: 60 }, 260, 90, screen).x).toBe(732)
  })
  it('never lie on the buttons that are to be pressed', () => {
    const buttons = { x: 400, y: 330, width: 200, height: 40 }
    expect(beside({ x: 450, y: 400, width: 100, height: 150 }, 260, 90, screen, buttons).y).toBe(232)
    expect(beside({ x: 0, y: 400, width: 100, height: 150 }, 260, 90, screen, buttons).y).toBe(288)
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { lasting, Player } from '../src/steps'

describe('how long a step is shown', () => {
  it('goes with the pace of the table, and is about a third of a second at the usual one', () => {
    expect(lasting(900, 3)).toBeCloseTo(351)
    expect(lasting(300, 3)).toBeCloseTo(117)
  })
  it('is nothing where nobody waits, or where there are none', () => {
    expect([lasting(0, 5), lasting(900, 0)]).toEqual([0, 0])
  })
  it('is so little that all together take three seconds at most', () => {
    for (const pace of [900, 5000]) expect(lasting(pace, 12) * 12).toBeLessThanOrEqual(3000)
  })
})

describe('steps', () => {
  let seen: (number | string)[] = []
  const player = new Player()
  const start = (count: number, each: number, end = 'end'): void => player.play(count, each, (step) => seen.push(step), () => seen.push(end))

  beforeEach(() => {
    seen = []
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('are shown one after the other, and then the end', () => {
    start(3, 350)
    expect(seen).toEqual([0])
    vi.advanceTimersByTime(351)
    expect(seen).toEqual([0, 1])
    vi.advanceTimersByTime(2000)
    expect(seen).toEqual([0, 1, 2, 'end'])
  })
  it('are passed over where they last no time, or where there are none', () => {
    start(3, 0)
    start(0, 350)
    expect(seen).toEqual(['end', 'end'])
  })
  it('are left out by who does not want to wait, and the end comes once', () => {
    start(3, 350)
    player.skip()
    player.skip()
    vi.advanceTimersByTime(2000)
    expect(seen).toEqual([0, 'end'])
  })
  it('give way to what comes after them', () => {
    start(3, 350, 'first')
    start(2, 350, 'second')
    expect(seen).toEqual([0, 'first', 0])
    vi.advanceTimersByTime(2000)
    expect(seen).toEqual([0, 'first', 0, 1, 'second'])
  })
})

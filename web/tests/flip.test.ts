import { describe, expect, it } from 'vitest'

import { journey, leaving, moved, origin, type Place, presentation } from '../src/flip'

const place = (x: number, y: number, width = 100, faced = true): Place => ({ x, y, width, faced })

describe('the way of a piece', () => {
  it('is none if it stays where it is', () => {
    expect(journey(place(10, 20), place(10.2, 20))).toBeNull()
  })
  it('starts where the piece was, as large as it was, and ends at rest', () => {
    expect(journey(place(0, 0, 50), place(30, 40, 100))).toEqual([{ transform: 'translate(-30px, -40px) scale(0.5)' }, { transform: 'none' }])
  })
  it('turns over half way where a back becomes a face', () => {
    const frames = journey(place(0, 0, 100, false), place(0, 0, 100, true))!
    expect(frames).toHaveLength(3)
    expect(frames[1]!.transform).toContain('rotateY(90deg)')
  })
  it('does not turn where a face becomes a back', () => {
    expect(journey(place(0, 0, 100, true), place(50, 0, 100, false))).toHaveLength(2)
  })
  it('leads by way of the middle for what is shown to all', () => {
    const frames = presentation(place(0, 0), place(100, 100), { x: 50, y: 40, width: 200 })
    expect(frames[1]!.transform).toBe('translate(-50px, -60px) scale(2)')
    expect(frames[2]!.transform).toBe(frames[1]!.transform)
    expect(frames.at(-1)).toEqual({ transform: 'none' })
  })
})

describe('the pieces that moved', () => {
  it('are those in another place, and those that are new', () => {
    const before = new Map([['a', 'hand'], ['b', 'hand'], ['gone', 'hand']])
    const after = new Map([['a', 'table'], ['b', 'hand'], ['new', 'table']])
    expect(moved(before, after)).toEqual(new Set(['a', 'new']))
  })
})

describe('a piece with a home', () => {
  const card = { ...place(5, 5), home: 'pile' }
  const [then, now] = [place(1, 1), place(2, 2)]

  it('starts from it when it is new, with its back up, and else from where it was', () => {
    expect(origin('card', new Map([['pile', then]]), new Map([['card', card], ['pile', now]]))).toEqual({ ...now, faced: false })
    expect(origin('card', new Map([['card', then]]), new Map([['card', card], ['pile', now]]))).toEqual(then)
  })
  it('starts from where its home was, if that is here no more', () => {
    expect(origin('card', new Map([['pile', then]]), new Map([['card', card]]))).toEqual({ ...then, faced: false })
  })
  it('appears where it is, if there is no home', () => {
    expect(origin('card', new Map(), new Map([['card', card]]))).toBeUndefined()
    expect(origin('card', new Map([['pile', then]]), new Map([['card', place(5, 5)]]))).toBeUndefined()
  })
  it('goes there when it is gone', () => {
    expect(leaving(new Map([['card', card], ['pile', then]]), new Map([['pile', now]]))).toEqual([[card, now]])
    expect(leaving(new Map([['card', card], ['pile', then]]), new Map())).toEqual([[card, then]])
  })
  it('goes nowhere while it is here, or if it has no home', () => {
    expect(leaving(new Map([['card', card], ['pile', then]]), new Map([['card', card], ['pile', now]]))).toEqual([])
    expect(leaving(new Map([['card', place(5, 5)], ['pile', then]]), new Map([['pile', now]]))).toEqual([])
    expect(leaving(new Map([['card', card]]), new Map())).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'

import { after, NONE, passButton, passing, remember, remembered, withoutTopic, withTopic } from '../src/standing'
import type { Button } from '../src/wire'

const PASS: Button = { action: 7, label: 'Pass', kind: 'pass' }
const CHEAT: Button = { action: 3, label: 'Cheat', kind: 'plain' }
const asked = (topic: string, concerns: boolean, buttons: Button[] = [CHEAT, PASS]) => ({ topic, concerns, buttons })
const CALM = { calm: true, topics: [] }

describe('a standing pass', () => {
  it('presses nothing for those who said nothing', () => {
    expect(passing(asked('throws', false), NONE)).toBeNull()
  })
  it('presses the button that passes while nothing concerns one', () => {
    expect(passing(asked('throws', false), CALM)).toBe(7)
    expect(passing(asked('throws', true), CALM)).toBeNull()
  })
  it('on a topic passes on that and on nothing else, whoever it concerns', () => {
    const standing = { calm: false, topics: ['throws'] }
    expect(passing(asked('throws', true), standing)).toBe(7)
    expect(passing(asked('throws', false), standing)).toBe(7)
    expect(passing(asked('answers', false), standing)).toBeNull()
  })
  it('is there only where a scene says what is asked and has a button to pass', () => {
    expect(passButton(asked('throws', false))).toBe(PASS)
    expect(passButton(asked('', false))).toBeNull()
    expect(passButton(asked('throws', false, [CHEAT]))).toBeNull()
    expect(passing(asked('', false), { calm: true, topics: [''] })).toBeNull()
    expect(passing(asked('throws', false, [CHEAT]), CALM)).toBeNull()
  })
  it('ends when something concerns one, and not before', () => {
    expect(after(asked('throws', false), CALM)).toBe(CALM)
    expect(after(asked('throws', true), CALM).calm).toBe(false)
    expect(after(asked('', true), CALM).calm).toBe(false)
    expect(after(asked('throws', true), { calm: true, topics: ['answers'] })).toEqual({ calm: false, topics: ['answers'] })
  })
  it('does not end at what is always passed on', () => {
    const both = { calm: true, topics: ['throws'] }
    expect(after(asked('throws', true), both)).toBe(both)
  })
})

describe('what is always passed on', () => {
  const shelf = () => {
    const kept = new Map<string, string>()
    return {
      kept,
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    }
  }
  it('is said once and can be undone', () => {
    const twice = withTopic(withTopic(withTopic(NONE, 'throws'), 'answers'), 'throws')
    expect(twice.topics).toEqual(['throws', 'answers'])
    expect(withoutTopic(twice, 'throws').topics).toEqual(['answers'])
  })
  it('is kept for a table and a seat, and nowhere else', () => {
    const place = shelf()
    remember('one', 0, { calm: true, topics: ['throws'] }, place)
    expect(remembered('one', 0, place)).toEqual({ calm: false, topics: ['throws'] })
    expect(remembered('one', 1, place)).toEqual(NONE)
    expect(remembered('two', 0, place)).toEqual(NONE)
    remember('one', 0, NONE, place)
    expect(place.kept.size).toBe(0)
  })
  it('is nothing where what was kept cannot be read, or nothing is kept', () => {
    const place = shelf()
    place.kept.set('rumpus-passes/one/0', '{')
    expect(remembered('one', 0, place)).toEqual(NONE)
    place.kept.set('rumpus-passes/one/0', '{"a": 1}')
    expect(remembered('one', 0, place)).toEqual(NONE)
    place.kept.set('rumpus-passes/one/0', '["throws", 3]')
    expect(remembered('one', 0, place).topics).toEqual(['throws'])
    expect(remembered('one', 0, null)).toEqual(NONE)
    expect(() => remember('one', 0, withTopic(NONE, 'throws'), null)).not.toThrow()
  })
})

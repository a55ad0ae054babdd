import { describe, expect, it } from 'vitest'

import { title } from '../src/attention'
import { heard, news, next } from '../src/chat'
import { ago, left, shown } from '../src/clock'
import { HELP } from '../src/help'
import { command, direction, neighbour, numbered } from '../src/keys'
import { merged, step } from '../src/moments'
import { defaults, fitted, forbidden, hindrance, inWords, isOn, NO_CARDS } from '../src/opening'
import { about, remaining } from '../src/ready'
import { anchor, pageOf, routed, tableIn } from '../src/router'
import { SCORES } from '../src/sounds'
import { counselOf, presented, touchables, whereabouts } from '../src/touch'
import type { AdviceCard, ChatLine, Piece, Scene } from '../src/wire'

const key = (name: string, more: object = {}) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...more })

describe('the log', () => {
  it('goes on from where a tail starts', () => {
    expect(merged(['a', 'b'], 2, ['c'])).toEqual(['a', 'b', 'c'])
  })
  it('forgets what a tail makes void', () => {
    expect(merged(['a', 'b', 'c'], 1, ['d'])).toEqual(['a', 'd'])
    expect(merged(['a'], 0, [])).toEqual([])
  })
  it('steps no further than the game goes', () => {
    expect([step(0, -1, 5), step(5, 1, 5), step(2, 1, 5)]).toEqual([0, 5, 3])
  })
})

describe('the chat', () => {
  const line = (number: number, seat: number | null, name = 'Ann'): ChatLine => ({ number, name, text: `${number}`, at: 0, seat })
  const lines = [line(7, 0), line(8, 1), line(9, null, 'Bob'), line(10, null)]

  it('goes on by the numbers of its lines, where the oldest are not kept any more', () => {
    expect(heard(lines, 9, [line(9, 1), line(10, 1)]).map(({ number, seat }) => [number, seat])).toEqual([[7, 0], [8, 1], [9, 1], [10, 1]])
    expect([next([]), next(lines)]).toEqual([0, 11])
  })
  it('has news from those only who are not oneself', () => {
    expect(news(lines, 0, 0, 'Ann')).toBe(3)
    expect(news(lines, 0, null, 'Ann')).toBe(3)
    expect(news(lines, 9, 1, 'Cid')).toBe(2)
  })
  it('has no news in what was read', () => {
    expect(news(lines, next(lines), 0, 'Ann')).toBe(0)
  })
})

describe('a clock', () => {
  it('runs only for one who acts', () => {
    expect(left({ left: 60, acting: true, clock_waits: false }, 5000)).toBe(55)
    expect(left({ left: 60, acting: false, clock_waits: false }, 5000)).toBe(60)
  })
  it('stands until everybody has come to a rematch', () => {
    expect(left({ left: 60, acting: true, clock_waits: true }, 5000)).toBe(60)
  })

  it('never shows less than nothing, and nothing where there is none', () => {
    expect(left({ left: 1, acting: true, clock_waits: false }, 5000)).toBe(0)
    expect(left({ left: null, acting: true, clock_waits: false }, 5000)).toBeNull()
  })
  it('reads as people read it', () => {
    expect([shown(5), shown(125), shown(3609), shown(273_600)]).toEqual(['0:05', '2:05', '1:00:09', '3 d 4 h'])
  })
  it('says roughly how long ago something was', () => {
    expect([ago(3), ago(600), ago(7200), ago(400_000)]).toEqual(['just now', '10 minutes ago', '2 hours ago', '5 days ago'])
  })
})

describe('keys', () => {
  it('mean something alone and nothing with Ctrl', () => {
    expect(command(key('z'))).toBe('back')
    expect(command(key('Z'))).toBe('back')
    expect(command(key('z', { ctrlKey: true }))).toBeNull()
    expect(command(key('Escape'))).toBe('close')
  })
  it('number the things that can be touched', () => {
    expect(numbered(key('1'))).toBe(0)
    expect(numbered(key('0'))).toBeNull()
    expect(numbered(key('2', { altKey: true }))).toBeNull()
  })
  it('are all told on the page of keys', () => {
    const told = HELP.map(([name]) => name).join(' ')
    for (const name of ['z', 'm', 'l', 'r', 'c', 'a', 'e', '?', 'Esc']) expect(told).toContain(name)
  })
  it('point in four directions', () => {
    expect(direction(key('ArrowUp'))).toBe('up')
    expect(direction(key('x'))).toBeNull()
  })
})

describe('the next thing in a direction', () => {
  const row = [{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 20, y: 0 }, { x: 10, y: 50 }]
  it('is the nearest there', () => {
    expect(neighbour(row, 0, 'right')).toBe(1)
    expect(neighbour(row, 1, 'down')).toBe(3)
    expect(neighbour(row, 3, 'up')).toBe(1)
  })
  it('goes round where there is none', () => {
    expect(neighbour(row.slice(0, 3), 2, 'right')).toBe(0)
    expect(neighbour(row.slice(0, 3), 0, 'left')).toBe(2)
  })
  it('is the first when nothing is in focus yet', () => {
    expect(neighbour(row, -1, 'right')).toBe(0)
    expect(neighbour([], -1, 'right')).toBe(-1)
  })
  it('reaches everything in a row by one key', () => {
    let at = 0
    const seen = new Set([0])
    for (let times = 0; times < 3; times++) seen.add((at = neighbour(row.slice(0, 3), at, 'right')))
    expect(seen.size).toBe(3)
  })
})

describe('addresses', () => {
  it('lead to pages', () => {
    expect(routed('/')).toEqual({ page: 'home' })
    expect(routed('/new/chess')).toEqual({ page: 'new', game: 'chess' })
    expect(routed('/t/a_B-9')).toEqual({ page: 'table', id: 'a_B-9', replay: false, moment: null })
    expect(routed('/t/abcd/replay', '?moment=12')).toEqual({ page: 'table', id: 'abcd', replay: true, moment: 12 })
    expect(routed('/rules/chess', '', '#p3-4')).toEqual({ page: 'rules', game: 'chess', at: 'p3-4' })
    expect(routed('/about')).toEqual({ page: 'about' })
    expect(routed('/come/a_B-9')).toEqual({ page: 'come', code: 'a_B-9' })
  })
  it('that nobody knows lead nowhere', () => {
    for (const path of ['/t', '/t/a b', '/t/abcd/else', '/x', '/new', '/t/abcd/replay/1']) expect(routed(path)).toEqual({ page: 'nowhere' })
    expect(routed('/t/abcd', '?moment=-1')).toMatchObject({ moment: null })
  })
  it('is another page with another table or game, and not with another moment or paragraph', () => {
    const page = (...where: [string, string?, string?]) => pageOf(routed(...where))
    expect(page('/t/abcd/replay', '?moment=1')).toBe(page('/t/abcd/replay', '?moment=2'))
    expect(page('/rules/chess')).toBe(page('/rules/chess', '', '#p3-4'))
    const all = ['/', '/about', '/t/abcd', '/t/abcd/replay', '/t/efgh', '/rules/chess', '/rules/go', '/new/go', '/come/abcd']
    expect(new Set(all.map((path) => page(path))).size).toBe(all.length)
  })
  it('of tables are understood as codes and as links', () => {
    expect(tableIn('abcd_1')).toBe('abcd_1')
    expect(tableIn(' http://host:80/t/abcd1/replay?moment=3 ')).toBe('abcd1')
    expect(tableIn('http://host/else')).toBeNull()
    expect(tableIn('a b')).toBeNull()
  })
  it('of paragraphs follow from their numbers', () => {
    expect(anchor('§3.4')).toBe('p3-4')
    expect(anchor('§2.1 and §2.2')).toBe('p2-1')
    expect(anchor('')).toBe('')
  })
})

describe('switches', () => {
  const game = {
    switches: [
      { name: 'a', title: 'First', meaning: '', values: ['no', 'yes'], seats: [] },
      { name: 'b', title: 'Second', meaning: '', values: ['one', 'two', 'three'], seats: [] },
      { name: 'c', title: 'Third', meaning: '', values: ['no', 'yes'], seats: [3, 4] },
    ],
    exclusions: [{ one: 'a', other: 'b', why: 'both deal the cards' }],
  }
  it('stand at their first value', () => {
    expect(defaults(game)).toEqual({ a: 'no', b: 'one', c: 'no' })
    expect(isOn(game, defaults(game), 'b')).toBe(false)
  })
  it('that cannot be on together say why, both ways', () => {
    expect(forbidden(game, { a: 'no', b: 'two' }, 'a', 3)).toBe('Not together with Second: both deal the cards.')
    expect(forbidden(game, { a: 'yes', b: 'one' }, 'b', 3)).toBe('Not together with First: both deal the cards.')
    expect(forbidden(game, { a: 'yes', b: 'one' }, 'c', 3)).toBe('')
  })
  it('that are not there for so many players say so, and are off again', () => {
    expect(forbidden(game, defaults(game), 'c', 2)).toBe('Only for 3 or 4 players.')
    expect(forbidden(game, defaults(game), 'c', 4)).toBe('')
    expect(fitted(game, { a: 'yes', b: 'one', c: 'yes' }, 2)).toEqual({ a: 'yes', b: 'one', c: 'no' })
    expect(fitted(game, { a: 'yes', b: 'one', c: 'yes' }, 4)).toEqual({ a: 'yes', b: 'one', c: 'yes' })
  })
  it('shows no underscores', () => {
    expect(inWords('most_victories_win')).toBe('most victories win')
  })
})

describe('cards of one\'s own', () => {
  it('hinder nobody where there are none, or where they are fine', () => {
    expect(hindrance(NO_CARDS)).toBe('')
    expect(hindrance({ ...NO_CARDS, name: 'a.toml', box: 'x = 1' })).toBe('')
  })
  it('are waited for while they are checked, and not left out where they are wrong', () => {
    expect(hindrance({ ...NO_CARDS, name: 'a.toml', checking: true })).toBe('a.toml is being checked.')
    expect(hindrance({ ...NO_CARDS, name: 'a.toml', problem: 'No.' })).toContain('choose another file, or remove it')
  })
})

describe('a scene', () => {
  const scene: Scene = {
    game: '', viewer: 0, prompt: '', cites: '', seats: [], over: false, announce: '', sound: '', topic: '', concerns: true,
    areas: [
      { id: 'board', title: '', spaces: [{ id: 's', label: 'space', x: 0, y: 0, action: 0 }], pieces: [{ id: 'p', kind: 'token', label: 'p', space: 's' }] },
      { id: 'hand', title: '', pieces: [{ id: 'q', kind: 'card', label: 'q', action: 7 }] },
    ],
    buttons: [{ action: 9, label: 'Pass', kind: 'pass' }],
  }
  it('tells what can be touched, an action of nought too', () => {
    expect(touchables(scene).map((one) => [one.key, one.action])).toEqual([['s:s', 0], ['p:q', 7], ['b:9', 9]])
  })
  it('tells where each piece is', () => {
    expect(whereabouts(scene)).toEqual(new Map([['p', 'board/s'], ['q', 'hand/']]))
  })
  it('shows cards to all that are set aside at once, but not those that lay open in the middle', () => {
    const card = (id: string, title = id): Piece => ({ id, kind: 'card', label: id, title })
    const before = [
      { id: 'hand', title: '', layout: 'fan' as const, seat: 0, pieces: [card('held'), card('kept')] },
      { id: 'table', title: '', pieces: [card('seen'), card('secret', '')] },
    ]
    const after = [
      { id: 'hand', title: '', layout: 'fan' as const, seat: 0, pieces: [card('kept')] },
      { id: 'aside', title: '', seat: 0, pieces: [card('held'), card('seen'), card('secret')] },
    ]
    expect(presented({ ...scene, areas: before }, { ...scene, areas: after })).toEqual(new Set(['held', 'secret']))
  })
})

describe('advice', () => {
  const advice: AdviceCard = {
    bot: 'x', exact: false, meaning: 'the win share', ask: 1,
    choices: [{ action: 1, words: '', share: 0.2, worth: 40, error: 1 }, { action: 2, words: '', share: 0.8, worth: 50, error: 2 }],
  }
  it('is found by its action, and the most frequent choice is the best', () => {
    expect(counselOf(advice, 2)).toEqual({ share: 0.8, worth: 50, error: 2, best: true, said: '80 %' })
    expect(counselOf(advice, 1)!.best).toBe(false)
    const sure = { ...advice, choices: advice.choices.map((one) => ({ ...one, share: one.action === 2 ? 1 : 0 })) }
    expect([1, 2].map((action) => counselOf(sure, action)!.said)).toEqual(['40.0', '50.0'])
    expect(counselOf(advice, 3)).toBeNull()
    expect(counselOf(null, 1)).toBeNull()
  })
})

describe('the window', () => {
  it('has a title that says whose turn it is', () => {
    expect([title('Games', 0), title('Games', 1), title('Games', 3)]).toEqual(['Games · rumpus', '(your turn) Games · rumpus', '(3) Games · rumpus'])
  })
})

describe('sounds', () => {
  it('are short, not loud, and made for every name', () => {
    const names = ['card', 'turn', 'roll', 'clash', 'roar', 'boom', 'coin', 'bell', 'win']
    expect(Object.keys(SCORES).sort()).toEqual(names.sort())
    for (const part of Object.values(SCORES).flat()) {
      expect(part.at + part.lasts).toBeLessThan(1.2)
      expect(part.loud).toBeLessThanOrEqual(0.6)
    }
  })
})

describe('how long bots will wait', () => {
  it('is said roughly', () => {
    expect(about(38)).toBe('About 40 seconds more.')
    expect(about(150)).toBe('About 3 minutes more.')
    expect(about(3)).toBe('A few seconds more.')
    expect(about(0)).toBe('It takes longer than thought.')
    expect(about(null)).toBe('')
  })

  it('goes on while nothing is heard', () => {
    expect(remaining(40, 15_000)).toBe(25)
    expect(remaining(4, 15_000)).toBe(0)
    expect(remaining(null, 15_000)).toBeNull()
  })
})

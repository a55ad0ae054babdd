import { describe, expect, it } from 'vitest'

import { clearing } from '../src/clearing'
import { type AreaPlan, around, arrange, type Box, isWide, pack, share, shortTitle, spread } from '../src/layout'
import type { Area, Kind, Piece, Scene } from '../src/wire'

const piece = (id: string, kind: Kind = 'card', more: Partial<Piece> = {}): Piece => ({ id, kind, label: id, title: id, value: '3', ...more })
const cards = (name: string, count: number): Piece[] => Array.from({ length: count }, (_, number) => piece(`${name}${number}`))

function scene(areas: Area[], seats: number, viewer = 0): Scene {
  return {
    game: 'A game', viewer, prompt: 'Choose a card and lay it face down.', cites: '', areas, buttons: [], over: false, announce: '', sound: '', topic: '', concerns: true,
    seats: Array.from({ length: seats }, (_, seat) => ({ seat, name: `Seat ${seat}`, colour: 'blue', mark: 'S', points: 0, acting: false, place: null })),
  }
}

/** A table with all there can be, in any number of seats. */
function full(seats: number, hand: number, viewer: number): Scene {
  const areas: Area[] = [
    { id: 'board', title: 'the city', layout: 'board', size: [6, 4], spaces: [], pieces: cards('b', 3) },
    { id: 'dice', title: 'dice', pieces: Array.from({ length: 6 }, (_, number) => piece(`d${number}`, 'die')) },
    { id: 'market', title: 'for sale', layout: 'grid', columns: 3, pieces: cards('m', 6) },
    { id: 'signs', title: 'this round', pieces: [piece('a sign with a good many words on it', 'token')] },
  ]
  for (let seat = 0; seat < seats; seat++) {
    areas.push(
      { id: `hand${seat}`, title: `Seat ${seat}`, layout: 'fan', seat, pieces: seat === viewer ? cards(`h${seat}`, hand) : [piece(`x${seat}`, 'pile', { count: hand })] },
      { id: `kept${seat}`, title: 'kept', seat, pieces: cards(`k${seat}`, 4) },
      { id: `pile${seat}`, title: 'the pile', layout: 'pile', seat, pieces: cards(`p${seat}`, 3) },
      { id: `health${seat}`, title: 'health', seat, pieces: [piece(`health${seat}`, 'dial'), piece(`gold${seat}`, 'counter')] },
    )
  }
  return scene(areas, seats, viewer)
}

const duel = (hand: number): Scene =>
  scene([
    { id: 'far', title: 'far', layout: 'fan', seat: 1, pieces: cards('f', hand) },
    { id: 'far-rounds', title: 'fought', seat: 1, pieces: cards('g', 8 - hand) },
    { id: 'table', title: 'on the table', pieces: cards('t', 2) },
    { id: 'near-rounds', title: 'fought', seat: 0, pieces: cards('o', 8 - hand) },
    { id: 'near', title: 'near', layout: 'fan', seat: 0, pieces: cards('n', hand) },
  ], 2)

const SIZES: [number, number][] = [[382, 736], [1006, 712], [844, 400], [683, 420], [1500, 900], [360, 560], [772, 346], [611, 340], [595, 331]]

const crosses = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width - 0.5 && other.x < one.x + one.width - 0.5 && one.y < other.y + other.height - 0.5 && other.y < one.y + one.height - 0.5

function boxes(plan: ReturnType<typeof arrange>): [string, Box][] {
  const areas = [...plan.areas.values()].map((area): [string, Box] => [area.id, area])
  const plates = [...plan.plates].map(([seat, box]): [string, Box] => [`plate ${seat}`, box])
  return [...areas, ...plates, ['prompt', plan.prompt] as [string, Box]].filter(([, box]) => box.width > 0 && box.height > 0)
}

describe('a counter without room for its title', () => {
  it('has its longest word, cut where that is long', () => {
    const titled = (title: string): string => shortTitle(piece('a', 'counter', { title }))
    expect(['to turn', 'won', 'victory points', ''].map(titled)).toEqual(['turn', 'won', 'vict.', ''])
  })
})

describe('the whole table', () => {
  const tables: [string, Scene][] = [
    ...[0, 1, 4, 8].map((hand): [string, Scene] => [`a duel with ${hand} cards`, duel(hand)]),
    ...[1, 2, 3, 4, 5, 6].map((seats): [string, Scene] => [`all there can be, ${seats} seats`, full(seats, 8, seats - 1)]),
    ['one who watches', full(3, 5, -1)],
  ]
  for (const [name, one] of tables) {
    for (const [width, height] of SIZES) {
      it(`${name} at ${width} by ${height}: every area has its place, nothing lies outside or over anything else`, () => {
        const plan = arrange(one, width, height)
        expect([...plan.areas.keys()].sort()).toEqual(one.areas.map((area) => area.id).sort())
        expect(plan.plates.size).toBe(one.seats.length)
        const all = boxes(plan)
        for (const [, box] of all) {
          expect(box.x).toBeGreaterThanOrEqual(0)
          expect(box.y).toBeGreaterThanOrEqual(0)
          expect(box.x + box.width).toBeLessThanOrEqual(width + 0.5)
          expect(box.y + box.height).toBeLessThanOrEqual(height + 0.5)
        }
        const over = all.flatMap(([a, one_], number) => all.slice(number + 1).filter(([, other]) => crosses(one_, other)).map(([b]) => `${a} over ${b}`))
        expect(over).toEqual([])
      })
    }
  }

  it('has a line of its own for what is folded away, and room for it that lies over nothing that is needed', () => {
    for (const [name, one] of tables) {
      const areas = one.areas.map((area) => (area.id === 'market' ? { ...area, pieces: area.pieces!.map((piece, action) => ({ ...piece, action })) } : area))
      const scene = { ...one, areas: [...areas, { id: 'left', title: 'what is left', folded: true, pieces: cards('l', 12) }] }
      for (const [width, height] of SIZES) {
        const plan = arrange(scene, width, height)
        const { folded } = plan
        expect(boxes(plan).filter(([, box]) => crosses(box, folded!)), `${name} at ${width} by ${height}`).toEqual([])
        expect(folded!.y + folded!.height).toBeLessThanOrEqual(height)
        const sheet = clearing(scene, plan, width, height, [420, 400])
        const needed = boxes(plan).filter(([id]) => id === 'prompt' || id === 'market' || id === `plate ${scene.viewer}` || areas.some((area) => area.id === id && area.seat === scene.viewer))
        expect([...needed, ['folded', folded!] as [string, Box]].filter(([, box]) => crosses(box, sheet)), `${name} at ${width} by ${height}`).toEqual([])
        expect(sheet.width * sheet.height, `${name} at ${width} by ${height}`).toBeGreaterThan(7000)
      }
    }
  })

  it('keeps the room that was once needed for what is asked', () => {
    const long = { ...duel(8), buttons: [{ action: 1, label: 'A button', kind: 'plain' as const }], prompt: 'Choose one of all these cards and lay it down before you, with its face down.' }
    for (const [width, height] of [[382, 736], [1006, 712]] as const) {
      const before = arrange(long, width, height)
      expect(arrange(duel(8), width, height).prompt.height).toBeLessThan(before.prompt.height)
      expect(arrange(duel(8), width, height, before.asked).areas).toEqual(before.areas)
    }
  })

  it('gives a hand of eight the largest cards of the seats, on a laptop and on a phone', () => {
    for (const [width, height] of [[1006, 712], [382, 736]] as const) {
      const { areas } = arrange(duel(8), width, height)
      expect(areas.get('near')!.unit).toBeGreaterThan(areas.get('far')!.unit)
      expect(areas.get('near')!.unit).toBeGreaterThanOrEqual(width > 640 ? 150 : 110)
    }
  })

  it('gives a board the largest part of the table, whoever sits there', () => {
    const shares: [number, number, number][] = [[1006, 712, 0.3], [382, 736, 0.11], [772, 346, 0.4]]
    for (const seats of [2, 3, 4, 6]) {
      for (const [width, height, part] of shares) {
        const { unit } = arrange(full(seats, 6, 0), width, height).areas.get('board')!
        expect((6 * unit * 4 * unit) / (width * height), `${seats} seats at ${width} by ${height}`).toBeGreaterThan(part)
      }
    }
  })

  it('holds a big hand in two rows where a finger would not find its cards in one', () => {
    const [phone, laptop] = [arrange(full(6, 20, 0), 382, 736).areas.get('hand0')!, arrange(full(6, 20, 0), 1006, 712).areas.get('hand0')!]
    expect([phone.rows, laptop.rows]).toEqual([2, 1])
    for (const { width, unit, rows } of [phone, laptop]) expect((width - (unit * 5) / 7) / (20 / rows - 1)).toBeGreaterThan(26)
    expect(arrange(duel(8), 382, 736).areas.get('near')!.rows).toBe(1)
  })

  it('makes all cards in a row equally large, and lays few cards side by side', () => {
    const areas: Area[] = [{ id: 'few', title: '', pieces: cards('f', 2) }, { id: 'many', title: '', pieces: cards('m', 4) }]
    const plan = pack(areas, { x: 0, y: 0, width: 700, height: 300 })
    expect(plan.map((area) => Math.round(area.unit))).toEqual([plan[0]!.unit, plan[0]!.unit].map(Math.round))
    for (const [number, { unit, width }] of plan.entries()) expect(width).toBeGreaterThanOrEqual(areas[number]!.pieces!.length * ((unit * 5) / 7))
  })

  it('does not move the rest when something comes to an empty area', () => {
    const [before, after] = [arrange(duel(8), 1006, 712), arrange(duel(7), 1006, 712)]
    for (const id of ['table', 'near-rounds', 'far-rounds']) expect(before.areas.get(id)!.y).toBe(after.areas.get(id)!.y)
    expect(before.areas.get('table')).toEqual(after.areas.get('table'))
  })

  it('has the viewer at the bottom and the other at the top', () => {
    for (const viewer of [0, 1]) {
      const { plates } = arrange({ ...duel(4), viewer }, 1006, 712)
      expect(plates.get(viewer)!.y).toBeGreaterThan(plates.get(1 - viewer)!.y + 300)
    }
  })

  it('makes everything fit that lies in a row, overlapping where it must', () => {
    const plan: AreaPlan = arrange(duel(8), 382, 736).areas.get('near')!
    const width = (plan.unit * 5) / 7
    const { at } = spread(Array<number>(8).fill(width), plan.width, 0)
    expect(at.at(-1)! + width).toBeLessThanOrEqual(plan.width + 0.01)
    expect(at[1]! - at[0]!).toBeGreaterThan(30)
  })
})

describe('seats around the table', () => {
  it('go clockwise from the left of the viewer', () => {
    expect(around([0, 1, 2, 3], 1)).toEqual({ near: 1, left: [2], top: [3], right: [0] })
    expect(around([0, 1, 2, 3, 4, 5], 0)).toEqual({ near: 0, left: [1], top: [2, 3, 4], right: [5] })
  })
  it('are at the top when they are few', () => {
    expect(around([0, 1], 0)).toEqual({ near: 0, left: [], top: [1], right: [] })
    expect(around([0, 1, 2], 2)).toEqual({ near: 2, left: [], top: [0, 1], right: [] })
  })
  it('are seen from the first seat by one who watches', () => {
    expect(around([0, 1], -1).near).toBe(0)
  })
})

describe('sharing a length', () => {
  it('gives each what it wants at least, and the rest by weight up to the most', () => {
    expect(share(100, [{ least: 10, most: 20, weight: 1 }, { least: 10, most: Infinity, weight: 1 }])).toEqual([20, 80])
  })
  it('shrinks all alike when there is too little', () => {
    expect(share(30, [{ least: 20, most: 20, weight: 0 }, { least: 40, most: 90, weight: 1 }])).toEqual([10, 20])
  })
})

describe('a row', () => {
  it('stands side by side when it fits', () => {
    expect(spread([10, 10, 10], 100, 5)).toEqual({ at: [0, 15, 30], width: 40 })
  })
  it('overlaps evenly when it does not', () => {
    expect(spread([10, 10, 10], 20, 0)).toEqual({ at: [0, 5, 10], width: 20 })
  })
  it('of nothing is nothing', () => {
    expect(spread([], 20, 0)).toEqual({ at: [], width: 0 })
  })
})

describe('a window', () => {
  it('is wide on a laptop and narrow on a phone', () => {
    expect(isWide(1006, 712)).toBe(true)
    expect(isWide(382, 736)).toBe(false)
  })
})

/**
 * Where everything lies on the table, worked out from the scene and the size of the window: seats around the table
 * with the viewer at the bottom, each area with a box of its own, nothing over anything else, nothing outside.
 */
import type { Area, Piece, Scene } from './wire'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}
export interface AreaPlan extends Box {
  id: string
  /** The height of a card here; other pieces are sized after it. Of a board, the length of its unit. */
  unit: number
  /** Whether there is room for the area's title above it. */
  titled: boolean
  /** Whether it is the viewer's own hand. */
  mine: boolean
  /** Of a grid how many stand side by side; nought in a row. */
  columns: number
  /** Of a hand in how many rows it is held, each over the lower part of the one behind it. */
  rows: number
  /** Whether chips show their number and sign only. */
  terse: boolean
}
export interface Plan {
  wide: boolean
  areas: Map<string, AreaPlan>
  plates: Map<number, Box>
  prompt: Box
  /** A line for what is folded away, if anything is. */
  folded: Box | null
  /** How high what is asked has to be. */
  asked: number
}
export interface Span {
  least: number
  most: number
  weight: number
}

const CARD = 5 / 7
/** The side of a die, in heights of a card. */
const DIE = 0.56
export const GAP = 8
const LINE_GAP = 6
export const TITLE = 21
export const CHIP = 34
export const DIAL = 60
/** Above the prompt of a narrow table stands what happened last. */
const LAST_LINE = 20
const PLATE = 46
/** The line of what is folded away. */
const FOLDED = 32
/** In a box lower than this there is no room for cards above chips. */
const LOW = 66
const PLATE_WIDTH = 210
/** How much of a card has to stay in sight when the next one lies over it, in widths: its corner, or about half of it. */
const LEAST_STEP = { fan: 0.33, pile: 0.2, row: 0.55 }
/** The height from which on a card need not be larger. */
const COMFORTABLE = 124
/** The like for rows of a hand, in heights. */
export const ROW_STEP = 0.6
/** Pixels of a card in hand that a finger finds. */
const FINGER = 30
const LARGEST = 340
/** A hand is held in an arc, and what may be touched stands out of it: that takes some of the height. */
const ARC = 0.86

// Around the table ---------------------------------------------------------------------------------------------------

export interface Around {
  near: number | null
  left: number[]
  top: number[]
  right: number[]
}

/** The seats clockwise from the viewer's left; one who watches looks from the first seat. */
export function around(seats: number[], viewer: number): Around {
  const start = Math.max(0, seats.indexOf(viewer))
  const others = [...seats.slice(start + 1), ...seats.slice(0, start)]
  const near = seats[start] ?? null
  if (others.length < 3) return { near, left: [], top: others, right: [] }
  return { near, left: [others[0]!], top: others.slice(1, -1), right: [others.at(-1)!] }
}

// Sizes --------------------------------------------------------------------------------------------------------------

/** Shares a length out by weight, within what each wants at least and at most. */
export function share(total: number, spans: Span[]): number[] {
  const least = spans.reduce((sum, span) => sum + span.least, 0)
  if (least >= total) return spans.map((span) => (span.least * Math.max(0, total)) / (least || 1))
  const given = spans.map((span) => span.least)
  let rest = total - least
  for (let round = 0; round < 8 && rest > 0.5; round++) {
    const open = spans.map((span, number) => (given[number]! < span.most ? span.weight : 0))
    const weights = open.reduce((sum, weight) => sum + weight, 0)
    if (!weights) break
    const portion = rest
    spans.forEach((span, number) => {
      const more = Math.min(span.most - given[number]!, (portion * open[number]!) / weights)
      given[number]! += more
      rest -= more
    })
  }
  return given
}

/** Where things of these widths stand in a row: side by side, or overlapping evenly so that they fit. */
export function spread(widths: number[], available: number, gap: number): { at: number[]; width: number } {
  const last = widths.at(-1) ?? 0
  const steps = widths.slice(0, -1).map((width) => width + gap)
  const before = steps.reduce((sum, step) => sum + step, 0)
  const squeeze = before + last > available && before > 0 ? Math.max(0, available - last) / before : 1
  const at: number[] = []
  let x = 0
  for (const step of [...steps, 0]) {
    at.push(x)
    x += step * squeeze
  }
  return widths.length ? { at, width: at.at(-1)! + last } : { at: [], width: 0 }
}

export const FAN_STEP = 0.36

/** How high a dial is, in its widths. */
export const DIAL_HEIGHT = 70 / 122

/** How wide a piece is, in heights of a card. */
export function breadth(piece: Piece, layout: string): number {
  if (piece.kind === 'die') return DIE
  if (piece.kind === 'dial') return 1.1
  if (piece.kind === 'counter' || piece.kind === 'token') return 0.62
  const count = piece.kind === 'pile' && layout === 'fan' ? Math.min(12, piece.count ?? 1) : 1
  return CARD * (1 + (count - 1) * FAN_STEP)
}

const SMALL: ReadonlySet<string> = new Set(['token', 'counter', 'dial'])

/** Areas do not change, and the same is asked of them again and again. */
function once<T>(ask: (area: Area) => T): (area: Area) => T {
  const known = new WeakMap<Area, T>()
  return (area) => {
    if (!known.has(area)) known.set(area, ask(area))
    return known.get(area)!
  }
}

const isDice = once((area: Area): boolean => (area.pieces ?? []).length > 0 && (area.pieces ?? []).every((piece) => piece.kind === 'die'))

type Sort = 'board' | 'small' | 'big'

/** An area where nothing lies keeps the room of a card, so that all else stays where it is when something comes. */
export const sort = once((area: Area): Sort => {
  if ((area.layout === 'board' || area.layout === 'track') && (area.size?.[0] ?? 0) > 0) return 'board'
  const pieces = area.pieces ?? []
  if (area.layout === 'fan') return 'big'
  return pieces.length > 0 && pieces.every((piece) => SMALL.has(piece.kind)) ? 'small' : 'big'
})

/** A board that wants to be large; a track is content with the room that cards would have. */
const isMap = (area: Area): boolean => sort(area) === 'board' && area.layout === 'board'

const GRID_GAP = 0.06

/** How many stand side by side in a grid, and how many rows there are. Dice lie in as many rows as lets them be largest. */
function gridOf(area: Area, width: number, height: number): [number, number] {
  const count = Math.max(1, (area.pieces ?? []).length)
  const side = isDice(area) ? DIE + GRID_GAP : 0
  const fixed = area.columns || Math.ceil(Math.sqrt(count))
  const across = side ? widest(count, width, height) : fixed
  return [across, Math.ceil(count / across)]
}

/** The number of columns in which so many squares are largest. */
function widest(count: number, width: number, height: number): number {
  const size = (across: number): number => Math.min(width / across, height / Math.ceil(count / across))
  const all = Array.from({ length: count }, (_, number) => count - number)
  return all.reduce((best, across) => (size(across) > size(best) ? across : best), count)
}

const isGrid = (area: Area): boolean => area.layout === 'grid' || isDice(area)
const cellOf = (area: Area): number => (isDice(area) ? DIE : CARD) + GRID_GAP

interface Aspects {
  natural: number
  least: number
}

/** Width over height as it would like to be, and squeezed as far as may be. */
const aspects = once((area: Area): Aspects => {
  if (sort(area) === 'board') {
    const aspect = area.size![0] / area.size![1]
    return { natural: aspect, least: aspect }
  }
  if (isDice(area)) {
    const count = (area.pieces ?? []).length
    const aspect = (down: number): number => Math.ceil(count / down) / down
    return { natural: aspect(Math.min(2, count)), least: aspect(Math.min(3, Math.ceil(Math.sqrt(count)))) }
  }
  if (isGrid(area)) {
    const [across, down] = gridOf(area, 1, 1)
    const aspect = (across * cellOf(area)) / down
    return { natural: aspect, least: aspect }
  }
  const layout = area.layout === 'fan' || area.layout === 'pile' ? area.layout : 'row'
  const widths = (area.pieces ?? []).map((piece) => breadth(piece, area.layout ?? 'row'))
  const [sum, last] = [widths.reduce((total, width) => total + width, 0), widths.at(-1) ?? CARD]
  const step = { pile: 0.45, fan: 0.8, row: 1.08 }[layout]
  return { natural: last + (sum - last) * step, least: last + (sum - last) * LEAST_STEP[layout] }
})

/** How large the pieces of an area can be in a box. */
function fitted(area: Area, width: number, height: number): { unit: number; columns: number; rows: number } {
  const rows = 1
  if (sort(area) === 'board') return { unit: Math.min(width / area.size![0], height / area.size![1]), columns: 0, rows }
  if (!isGrid(area)) return { unit: Math.min(height, width / aspects(area).least, LARGEST), columns: 0, rows }
  const [across, down] = gridOf(area, width, height)
  const cellHeight = isDice(area) ? DIE + GRID_GAP : 1 + GRID_GAP
  return { unit: Math.min(height / down / cellHeight, width / across / cellOf(area), largest(area)), columns: across, rows }
}

const largest = (area: Area): number => (isDice(area) ? LARGEST / 3 : sort(area) === 'board' ? Infinity : LARGEST)

// Packing areas into a box -------------------------------------------------------------------------------------------

interface How {
  mine: boolean
  titled: boolean
  /** The largest card. */
  largest: number
}
const PLAIN: How = { mine: false, titled: true, largest: Infinity }

/** Areas in order, in as many rows as lets them be largest. */
export function pack(areas: Area[], box: Box, given: Partial<How> = {}): AreaPlan[] {
  const how = { ...PLAIN, ...given }
  let best: AreaPlan[] = []
  let most = -Infinity
  for (let rows = 1; rows <= areas.length; rows++) {
    const plan = packRows(rowsOf(areas, rows), box, how)
    const value = worth(areas, plan)
    if (value > most) [best, most] = [plan, value]
  }
  return best
}

/** Rows are equally high, but for those that are too wide to use it: what they leave goes to the others. */
function packRows(rows: Area[][], box: Box, how: How): AreaPlan[] {
  const height = (box.height - GAP * (rows.length - 1)) / rows.length
  const first = rows.map((row) => packRow(row, { ...box, height }, how))
  const used = rows.map((row, number) => Math.max(...row.map((area, at) => content(area, first[number]![at]!))))
  const isFull = used.map((one) => one > height - 6)
  const left = total(used.map((one, number) => (isFull[number] ? 0 : height - one)))
  const more = isFull.some(Boolean) ? left / isFull.filter(Boolean).length : 0
  if (!more) return rows.flatMap((row, number) => packRow(row, { ...box, y: box.y + number * (height + GAP), height }, how))
  let y = box.y
  return rows.flatMap((row, number) => {
    const high = isFull[number] ? height + more : used[number]!
    const plans = packRow(row, { ...box, y, height: high }, how)
    y += high + GAP
    return plans
  })
}

/** How high an area's pieces stand, with its title. */
function content(area: Area, plan: AreaPlan): number {
  const title = plan.titled ? TITLE : 0
  if (sort(area) === 'board') return title + area.size![1] * plan.unit
  const down = plan.columns ? Math.ceil((area.pieces ?? []).length / plan.columns) : 1
  return title + down * plan.unit * (isDice(area) ? DIE + GRID_GAP : plan.columns ? 1 + GRID_GAP : 1)
}

/**
 * A plan is worth what its smallest pieces are: logarithms make twice as small as bad as twice as large is good, and what
 * can hardly be read counts double. A board counts for more than all else.
 */
function worth(areas: Area[], plans: AreaPlan[]): number {
  const found = new Map(plans.map((plan) => [plan.id, plan]))
  return total(areas.map((area) => {
    const size = Math.max(1, comfort(area, found.get(area.id)!))
    const legible = sort(area) === 'big' ? 46 : 20
    return isMap(area) ? 3.5 * Math.log(size) : Math.log(size) + Math.min(0, 1.5 * Math.log(size / legible))
  }))
}

/** How large an area's pieces are, less what overlapping takes from them. */
function comfort(area: Area, plan: AreaPlan): number {
  if (sort(area) === 'small') return Math.min(plan.terse ? CHIP / 2 : CHIP, plan.height)
  if (sort(area) === 'board') return plan.unit * Math.min(area.size![0], area.size![1])
  if (isGrid(area)) return plan.unit
  const { natural, least } = aspects(area)
  return Math.min(plan.unit, plan.width / ((natural + least) / 2))
}

function slice(box: Box, number: number, of: number): Box {
  const height = (box.height - GAP * (of - 1)) / of
  return { x: box.x, y: box.y + number * (height + GAP), width: box.width, height }
}

function rowsOf(areas: Area[], rows: number): Area[][] {
  const total = areas.reduce((sum, area) => sum + aspects(area).natural, 0)
  const split: Area[][] = [[]]
  let used = 0
  areas.forEach((area, number) => {
    const row = split.at(-1)!
    const enough = used >= (total * split.length) / rows || areas.length - number <= rows - split.length
    if (row.length && enough && split.length < rows) split.push([area])
    else row.push(area)
    used += aspects(area).natural
  })
  return split
}

/** All in a row are equally high. Cards lie over each other only where they would be small if they did not. */
function packRow(areas: Area[], box: Box, how: How): AreaPlan[] {
  const titled = how.titled && box.height > 62
  const height = Math.max(0, box.height - (titled ? TITLE : 0))
  const room = Math.max(0, box.width - GAP * (areas.length - 1))
  const titles = areas.map((area) => (titled && area.title ? Math.min(12 + 8.2 * area.title.length, room / areas.length) : 0))
  const wants = (high: number, of: 'least' | 'natural'): number[] =>
    areas.map((area, number) => Math.max(aspects(area)[of] * Math.min(high, largest(area)), titles[number]!))
  const fits = (of: 'least' | 'natural'): number => highestThat((one) => total(wants(one, of)) <= room, Math.min(height, how.largest))
  const high = how.mine ? fits('least') : Math.max(fits('natural'), Math.min(fits('least'), COMFORTABLE))
  const [leasts, wishes] = [wants(high, 'least'), wants(high, 'natural')]
  const [least, wished] = [total(leasts), total(wishes)]
  const ease = wished > least ? Math.min(1, Math.max(0, room - least) / (wished - least)) : 0
  let x = box.x + Math.max(0, room - wished) / 2
  return areas.map((area, number) => {
    const width = least > room ? (leasts[number]! * room) / least : leasts[number]! + (wishes[number]! - leasts[number]!) * ease
    const plan = { id: area.id, x, y: box.y, width, height: box.height, titled, mine: how.mine, terse: false }
    x += width + GAP
    return { ...plan, ...(how.mine && area.layout === 'fan' ? inHand(area, width, height) : fitted(area, width, isDice(area) ? Math.min(height, 1.3 * high) : high)) }
  })
}

const total = (lengths: number[]): number => lengths.reduce((sum, length) => sum + length, 0)

/** The greatest length up to a limit for which something still holds. */
function highestThat(holds: (length: number) => boolean, most: number): number {
  if (holds(most)) return most
  let [fits, not] = [0, most]
  for (let round = 0; round < 10; round++) {
    const middle = (fits + not) / 2
    if (holds(middle)) fits = middle
    else not = middle
  }
  return fits
}

/** A hand is held in as few rows as let a finger find each card. */
function inHand(area: Area, width: number, height: number): { unit: number; columns: number; rows: number } {
  const pieces = area.pieces ?? []
  const ways = [1, 2, 3].map((rows) => {
    const row = { ...area, pieces: pieces.slice(0, Math.ceil(pieces.length / rows)) }
    const unit = Math.min((height * ARC) / (1 + (rows - 1) * ROW_STEP), (width / aspects(row).least), LARGEST)
    const steps = row.pieces.length - 1
    // A card alone is found wherever it is touched.
    return { unit, columns: 0, rows, step: steps > 0 ? Math.min(FINGER, (width - unit * CARD) / steps) : FINGER }
  })
  const best = ways.reduce((one, other) => (other.step > one.step + 2 && other.unit > 60 ? other : one))
  return { unit: best.unit, columns: 0, rows: best.rows }
}

export const chipText = (piece: Piece): string =>
  piece.kind === 'counter' ? `${piece.value ?? ''} ${piece.title ?? ''}` : (piece.title ?? '')

/** A word for a counter that has no room for more: the longest of its title, cut. */
export function shortTitle(piece: Piece): string {
  const longest = (piece.title ?? '').split(' ').reduce((one, other) => (other.length > one.length ? other : one))
  return longest.length > 5 ? `${longest.slice(0, 4)}.` : longest
}

/** Whether a token says by a letter what its colour says, beside its picture. */
export const isMarked = (piece: Piece): boolean => piece.kind === 'token' && !!piece.colour && !!piece.mark

function chipWidth(piece: Piece, terse: boolean): number {
  if (piece.kind === 'dial') return DIAL + 6
  if (piece.kind === 'token' && !piece.title) return 34
  const marked = isMarked(piece) && piece.title ? 22 : 0
  const short = piece.kind === 'counter' ? shortTitle(piece).length : 0
  return 50 + marked + 8.3 * (terse ? (piece.value ?? '').length + short : chipText(piece).length)
}

interface Flow {
  area: Area
  width: number
  height: number
}

/** How much room an area of chips takes: side by side in lines, and words that are too long in two lines of their own. */
function flowOf(area: Area, width: number, terse: boolean): Flow {
  const line = CHIP
  let [x, height, longest] = [0, line, 0]
  for (const piece of area.pieces ?? []) {
    const wide = chipWidth(piece, terse)
    if (x > 0 && x + wide > width) [x, height] = [0, height + line]
    if (wide > width) height += line / 2
    x += wide + 6
    longest = Math.max(longest, x + 2)
  }
  return { area, width: Math.min(width, longest), height }
}

/** Areas of chips side by side, in as many lines as they need. */
function chipLines(areas: Area[], width: number, terse: boolean): Flow[][] {
  const lines: Flow[][] = []
  let room = -1
  for (const flow of areas.map((area) => flowOf(area, width, terse))) {
    if (flow.width > room || !lines.length) {
      lines.push([])
      room = width
    }
    lines.at(-1)!.push(flow)
    room -= flow.width
  }
  return lines
}

const highest = (line: Flow[]): number => Math.max(...line.map((flow) => flow.height))
const chipsNeed = (areas: Area[], width: number, terse = false): number =>
  chipLines(areas, width, terse).reduce((sum, line) => sum + highest(line), 0)

const SCALES = [1, 0.85, 0.7, 0.55]

/** Chips in a box: with their words if there is room for them, else with their numbers and signs only, else small. */
function strip(areas: Area[], box: Box): AreaPlan[] {
  const need = (terse: boolean, scale: number): number => chipsNeed(areas, box.width / scale, terse) * scale
  const terse = need(false, 1) > box.height + 2
  const scale = SCALES.find((one) => need(terse, one) <= box.height + 2) ?? SCALES.at(-1)!
  let y = box.y + Math.max(0, box.height - need(terse, scale)) / 2
  const squeeze = Math.min(1, box.height / Math.max(1, need(terse, scale)))
  return chipLines(areas, box.width / scale, terse).flatMap((line) => {
    const height = highest(line) * scale * squeeze
    let x = box.x + (box.width - total(line.map((flow) => flow.width * scale))) / 2
    const plans = line.map(({ area, width }) => {
      const plan = { id: area.id, x, y, width: width * scale, height, unit: CHIP * scale, titled: false, mine: false, columns: 0, rows: 1, terse }
      x += width * scale
      return plan
    })
    y += height
    return plans
  })
}

/** Big areas above, chips in a strip below them; or beside, in a low box, and where all is larger so. */
function packed(areas: Area[], box: Box): AreaPlan[] {
  const smalls = areas.filter((area) => sort(area) === 'small')
  const bigs = areas.filter((area) => sort(area) !== 'small')
  if (!smalls.length || !bigs.length) return [...packBig(bigs, box), ...strip(smalls, box)]
  if (box.height < LOW) return chipsBeside(bigs, smalls, box, 0.45)
  const below = chipsBelow(bigs, smalls, box)
  if (box.width < 2 * box.height || bigs.some(isMap)) return below
  const beside = chipsBeside(bigs, smalls, box, 0.3)
  return worth(areas, beside) > worth(areas, below) ? beside : below
}

function chipsBeside(bigs: Area[], smalls: Area[], box: Box, part: number): AreaPlan[] {
  const width = box.width * part
  return [...packBig(bigs, { ...box, width: box.width - width - 4 }), ...strip(smalls, { ...box, x: box.x + box.width - width, width })]
}

function chipsBelow(bigs: Area[], smalls: Area[], box: Box): AreaPlan[] {
  const most = box.height * 0.45
  const needs = [false, true].map((terse) => chipsNeed(smalls, box.width, terse))
  const height = Math.min(most, needs.find((need) => need <= most) ?? most)
  const upper = { ...box, height: box.height - height - 4 }
  const lower = { ...box, y: box.y + box.height - height, height }
  return [...packBig(bigs, upper), ...strip(smalls, lower)]
}

/** A board comes first: the rest lies in a strip below it or beside it, whatever makes more of both. */
function packBig(areas: Area[], box: Box): AreaPlan[] {
  const boards = areas.filter(isMap)
  const others = areas.filter((area) => !isMap(area))
  if (!boards.length || !others.length) return pack(areas, box)
  const plans = [0.14, 0.2, 0.26, 0.34, 0.44].flatMap((part) => {
    const [width, height] = [box.width * part, box.height * part]
    const beside = { ...box, x: box.x + box.width - width, width }
    const below = { ...box, y: box.y + box.height - height, height }
    return [
      [...pack(boards, { ...box, width: box.width - width - GAP }), ...pack(others, beside)],
      [...pack(boards, { ...box, height: box.height - height - GAP }), ...pack(others, below)],
    ]
  })
  return plans.reduce((best, plan) => (worth(areas, plan) > worth(areas, best) ? plan : best))
}

// The whole table ----------------------------------------------------------------------------------------------------

interface Owned {
  first: Area[]
  rest: Area[]
  small: Area[]
}

/** Like beside like: everybody's rows on the one side, everybody's piles on the other. */
const rank = (area: Area): number => ['row', 'grid', 'track', 'board', 'fan', 'pile'].indexOf(area.layout ?? 'row')

/** A seat's hand (or what comes nearest to one), its other areas, and its chips. */
function owned(areas: Area[], seat: number | null): Owned {
  const own = areas.filter((area) => seat !== null && area.seat === seat)
  const big = own.filter((area) => sort(area) !== 'small')
  const hands = big.filter((area) => area.layout === 'fan')
  const first = hands.length ? hands : big.slice(0, 1)
  const rest = big.filter((area) => !first.includes(area)).sort((one, other) => rank(one) - rank(other))
  return { first, rest, small: own.filter((area) => sort(area) === 'small') }
}

export const isWide = (width: number, height: number): boolean => (width >= 640 && width > height * 0.95) || (width >= 480 && width > height * 1.5)

/** What is asked has at least so much room, so that all else stays where it is when less is asked than before. */
export function arrange(scene: Scene, width: number, height: number, least = 0): Plan {
  const line = !scene.areas.some((area) => area.folded) ? 0 : isTight(height) ? 26 : FOLDED
  const folded = line ? { x: GAP, y: height - line - 4, width: width - 2 * GAP, height: line } : null
  const plan: Plan = { wide: isWide(width, height), areas: new Map(), plates: new Map(), prompt: { x: 0, y: 0, width, height: 0 }, folded, asked: isTight(height) ? 0 : least }
  const seats = around(scene.seats.map((seat) => seat.seat), scene.viewer)
  const maps = neutral(scene).filter(isMap)
  const isAside = maps.length > 0 && (isTight(height) || width - height * widestOf(maps) > BESIDE)
  const way = !plan.wide ? narrowTable : !maps.length ? wideTable : isAside ? asideBoardTable : boardTable
  for (const area of way(scene, seats, width, height - line, plan)) plan.areas.set(area.id, area)
  return plan
}

const neutral = (scene: Scene): Area[] => scene.areas.filter((area) => !area.folded && (area.seat === undefined || area.seat === null))

/** On a low table what is asked stands in smaller letters. */
export const isTight = (height: number): boolean => height < 420

function promptHeight(scene: Scene, plan: Plan, width: number, tight = false): number {
  plan.asked = Math.max(plan.asked, promptNeeds(scene, width, tight))
  return plan.asked
}

function promptNeeds(scene: Scene, width: number, tight: boolean): number {
  const [letter, line, button] = tight ? [7.5, 19, 36] : [8.4, 22, 46]
  const text = scene.prompt.length * letter + 64
  const buttons = scene.buttons.reduce((sum, one) => sum + one.label.length * 8.6 + 44, scene.topic ? 46 : 0)
  if (text + buttons < width - 24) return tight ? 40 : 46
  const lines = Math.ceil(text / (width - 24))
  return 14 + lines * line + button * Math.ceil(buttons / (width - 24))
}

// Wide: the hand at the bottom, the duel in the middle, what else the seats have at its sides.

function wideTable(scene: Scene, seats: Around, width: number, height: number, plan: Plan): AreaPlan[] {
  const near = owned(scene.areas, seats.near)
  const others = [...seats.left, ...seats.top, ...seats.right]
  const side = Math.min(PLATE_WIDTH, width / 4)
  const prompt = promptHeight(scene, plan, width - 4 * GAP - side - cornerOf(near, width - 2 * GAP, side), isTight(height))
  const [top, middle, bottom] = share(height - prompt - 5 * GAP, [
    topSpan(scene, seats, others.length, height),
    { least: Math.min(120, height * 0.3), most: Infinity, weight: 36 },
    near.first.length ? { least: Math.max(84, Math.min(104, height * 0.29)), most: 0.32 * height, weight: 30 } : fixed(chipsNeed(near.small, side) > prompt + 4 ? 60 : 0),
  ]) as [number, number, number]
  const inner = width - 2 * GAP
  const upper = { x: GAP, y: GAP, width: inner, height: top }
  const centre = { x: GAP, y: 2 * GAP + top, width: inner, height: middle }
  plan.prompt = { x: GAP, y: 3 * GAP + top + middle, width: inner, height: prompt }
  const lower = { x: GAP, y: 4 * GAP + top + middle + prompt, width: inner, height: bottom }
  return others.length > 1
    ? [...manySeats(scene, seats, upper, centre, plan), ...nearZone(near, near.rest, seats.near, lower, plan)]
    : [...twoSeats(scene, seats, near, upper, centre, plan), ...nearZone(near, [], seats.near, lower, plan)]
}

/** How high the far side is: for hands of cards, or only for plates with their chips. */
function topSpan(scene: Scene, seats: Around, others: number, height: number): Span {
  if (!others) return fixed(0)
  const least = Math.min(72, 0.19 * height)
  const hasOnlyChips = others > 1 && scene.areas.every((area) => !seats.top.includes(area.seat ?? -1) || sort(area) === 'small')
  if (hasOnlyChips) return { least, most: PLATE + CHIP + GAP, weight: 32 }
  return { least, most: 10 + (others > 1 ? 0.27 : 0.195) * height, weight: others > 1 ? 32 : 20 }
}

/** What is left free to the right of the prompt: room for chips, and where there is enough for the prompt to be in the middle. */
const cornerOf = (near: Owned, width: number, side: number): number => (near.small.length || width > 760 ? side : 0)

/** The viewer's own zone: plate and chips beside the prompt, below them the hand, and to its right the rest. */
function nearZone(near: Owned, rest: Area[], seat: number | null, box: Box, plan: Plan): AreaPlan[] {
  const line = plan.prompt
  const side = Math.min(PLATE_WIDTH, line.width / 4)
  const low = { ...line, y: line.y + (line.height - PLATE) / 2, width: side, height: PLATE }
  if (seat !== null) plan.plates.set(seat, low)
  plan.prompt = { ...line, x: line.x + side + GAP, width: line.width - side - cornerOf(near, line.width, side) - 2 * GAP }
  const aside = rest.length ? Math.max(side, box.width * 0.26) : 0
  const corner = { ...line, x: line.x + line.width - side, width: side }
  const fits = chipsNeed(near.small, side) <= line.height + 4
  const chips = near.small.length && !fits ? Math.max(side, box.width * 0.22) + GAP : 0
  const hand = { ...box, x: box.x + chips, width: box.width - chips - aside - (aside ? GAP : 0) }
  const held = pack(near.first, hand, { mine: true, titled: near.first.length > 1 })
  return [
    ...held,
    ...pack(rest, { ...box, x: box.x + box.width - aside, width: aside }, { largest: 0.85 * Math.max(...held.map((plan) => plan.unit)) }),
    ...strip(near.small, chips ? { ...box, width: chips - GAP } : corner),
  ]
}

function twoSeats(scene: Scene, seats: Around, near: Owned, upper: Box, centre: Box, plan: Plan): AreaPlan[] {
  const far = owned(scene.areas, seats.top[0] ?? null)
  const farSide = Math.min(PLATE_WIDTH, upper.width / 4)
  if (seats.top.length) plan.plates.set(seats.top[0]!, { ...upper, width: farSide, height: Math.min(72, upper.height) })
  const hand = { ...upper, x: upper.x + farSide + GAP, width: upper.width - 2 * farSide - 2 * GAP }
  const corner = { ...upper, x: upper.x + upper.width - farSide, width: farSide }
  const shown = [...pack(far.first, hand, { titled: far.first.length > 1 }), ...strip(far.small, corner)]
  return [...shown, ...middleWithSides(scene, far.rest, near.rest, centre)]
}

const evens = (areas: Area[]): Area[] => areas.filter((_, number) => number % 2 === 0)
const odds = (areas: Area[]): Area[] => areas.filter((_, number) => number % 2 === 1)

function middleWithSides(scene: Scene, far: Area[], near: Area[], box: Box): AreaPlan[] {
  const common = neutral(scene)
  if (!far.length && !near.length) return packed(common, box)
  const side = Math.min(320, box.width * 0.23)
  const left = { ...box, width: side }
  const right = { ...box, x: box.x + box.width - side, width: side }
  const middle = { ...box, x: box.x + side + 2 * GAP, width: box.width - 2 * side - 4 * GAP }
  const hasRight = far.length > 1 || near.length > 1
  const small = hasRight ? [] : common.filter((area) => sort(area) === 'small')
  return [
    ...halves(evens(far), evens(near), left),
    ...(hasRight ? halves(odds(far), odds(near), right) : strip(small, right)),
    ...packed(common.filter((area) => !small.includes(area)), middle),
  ]
}

const SIDE_CARD = 114

function halves(above: Area[], below: Area[], box: Box): AreaPlan[] {
  const height = Math.min((box.height - GAP) / 2, SIDE_CARD)
  const middle = box.y + box.height / 2
  return [
    ...pack(above, { ...box, y: middle - GAP / 2 - height, height }),
    ...pack(below, { ...box, y: middle + GAP / 2, height }),
  ]
}

/** Round the table. */
function manySeats(scene: Scene, seats: Around, upper: Box, centre: Box, plan: Plan): AreaPlan[] {
  const side = seats.left.length ? Math.min(250, centre.width * 0.22) : 0
  const inset = side ? side + GAP : 0
  const middle = { ...centre, x: centre.x + inset, width: centre.width - 2 * inset }
  const leftBox = { ...centre, width: side }
  const rightBox = { ...centre, x: centre.x + centre.width - side, width: side }
  return [
    ...columnsOf(scene, seats.top, upper, plan),
    ...seats.left.flatMap((seat) => seatBox(scene, seat, leftBox, plan)),
    ...seats.right.flatMap((seat) => seatBox(scene, seat, rightBox, plan)),
    ...packed(neutral(scene), middle),
  ]
}

function columnsOf(scene: Scene, seats: number[], box: Box, plan: Plan): AreaPlan[] {
  const width = (box.width - GAP * (seats.length - 1)) / seats.length
  return seats.flatMap((seat, number) =>
    seatBox(scene, seat, { ...box, x: box.x + number * (width + GAP), width }, plan),
  )
}

/** One of several others: the plate above all that is theirs, or to its left, whatever makes more of it. */
function seatBox(scene: Scene, seat: number, box: Box, plan: Plan): AreaPlan[] {
  const own = scene.areas.filter((area) => area.seat === seat)
  const height = Math.min(PLATE, box.height)
  const width = Math.min(PLATE_WIDTH, box.width * 0.46)
  const below = Math.max(0, box.height - height - 4)
  const room = own.every((area) => sort(area) === 'small') ? Math.min(below, chipsNeed(own, box.width)) : below
  const above = packed(own, { ...box, y: box.y + height + 4, height: room })
  const beside = packed(own, { ...box, x: box.x + width + GAP, width: box.width - width - GAP })
  const isAbove = box.width < 250 ? box.height > height + 26 : worth(own, above) >= worth(own, beside)
  plan.plates.set(seat, isAbove ? { ...box, height } : { ...box, width, height: Math.min(72, box.height) })
  return isAbove ? above : beside
}

// With a board: it lies large on the left, all else that is common and the other seats to its right, or below it too.

function boardTable(scene: Scene, seats: Around, width: number, height: number, plan: Plan): AreaPlan[] {
  const near = owned(scene.areas, seats.near)
  const others = [...seats.left, ...seats.top, ...seats.right]
  const inner = width - 2 * GAP
  const side = Math.min(PLATE_WIDTH, width / 4)
  const prompt = promptHeight(scene, plan, width - 4 * GAP - side - cornerOf(near, inner, side))
  const [middle, bottom] = share(height - prompt - 4 * GAP, [
    { least: 200, most: Infinity, weight: 80 },
    near.first.length ? { least: 92, most: 0.2 * height, weight: 20 } : fixed(near.small.length ? 60 : 0),
  ]) as [number, number]
  plan.prompt = { x: GAP, y: 2 * GAP + middle, width: inner, height: prompt }
  const lower = { x: GAP, y: 3 * GAP + middle + prompt, width: inner, height: bottom }
  const boards = neutral(scene).filter(isMap)
  const part = Math.min(inner * 0.66, (middle - TITLE) * widestOf(boards) + GAP)
  return [
    ...pack(boards, { x: GAP, y: GAP, width: part, height: middle }),
    ...besideBoard(scene, others, { x: 2 * GAP + part, y: GAP, width: inner - part - GAP, height: middle }, plan),
    ...nearZone(near, near.rest, seats.near, lower, plan),
  ]
}

const widestOf = (boards: Area[]): number => Math.max(...boards.map((area) => area.size![0] / area.size![1]))

/** The other seats, one over the other or two side by side, and below them what is common. */
function besideBoard(scene: Scene, others: number[], box: Box, plan: Plan): AreaPlan[] {
  const common = neutral(scene).filter((area) => !isMap(area))
  const across = others.length > 3 ? 2 : 1
  const rows = Math.ceil(others.length / across)
  const [high, rest] = share(box.height - GAP, [
    rows ? { least: 56 * rows, most: (common.length ? 116 : 236) * rows, weight: 10 * rows } : fixed(0),
    common.length ? { least: 50 * common.length, most: Infinity, weight: 14 * common.length } : fixed(0),
  ]) as [number, number]
  return [
    ...gridOfSeats(scene, others, { ...box, height: high }, plan, across),
    ...packed(common, { ...box, y: box.y + high + GAP, height: rest }),
  ]
}

/** So much room beside a board that is as high as the table is enough for all else. */
const BESIDE = 330

/** The board has one side of the table from top to bottom, and all else stands in lines on the other. */
function asideBoardTable(scene: Scene, seats: Around, width: number, height: number, plan: Plan): AreaPlan[] {
  const boards = neutral(scene).filter(isMap)
  const near = owned(scene.areas, seats.near)
  const others = [...seats.left, ...seats.top, ...seats.right]
  const common = [...neutral(scene).filter((area) => !isMap(area)), ...near.rest]
  const tight = isTight(height)
  const part = Math.min(width * (tight ? 0.56 : 0.72), (height - 2 * GAP) * widestOf(boards) + GAP)
  const across = tight ? Math.min(3, others.length) : others.length > 3 ? 2 : 1
  const rows = others.length ? Math.ceil(others.length / across) : 0
  const [head, middle, , prompt, hand, foot] = stacked(share(height - 2 * GAP - (tight ? 4 : 5) * LINE_GAP, [
    rows ? { least: 52 * rows, most: (tight ? 84 : 132) * rows, weight: tight ? 10 : 10 * rows } : fixed(0),
    common.length ? { least: tight ? 44 : 44 * common.length, most: tight ? Infinity : 150 * common.length, weight: tight ? 12 : 12 * common.length } : fixed(0),
    tight ? fixed(0) : { least: 0, most: Infinity, weight: 1 }, // so that the hand lies at the lower edge
    fixed(promptHeight(scene, plan, width - part - 2 * GAP, tight)),
    near.first.length ? { least: 72, most: tight ? 120 : 0.28 * height, weight: 14 } : fixed(0),
    fixed(tight ? 34 : 44),
  ]), width - part, part) as [Box, Box, Box, Box, Box, Box]
  plan.prompt = prompt
  return [
    ...pack(boards, { x: GAP, y: GAP, width: part - GAP, height: height - 2 * GAP }, { titled: false }),
    ...(rows ? gridOfSeats(scene, others, head, plan, across) : []),
    ...packed(common, middle),
    ...pack(near.first, hand, { mine: true, titled: false }),
    ...plateLine(seats.near, near.small, foot, plan),
  ]
}

// Narrow: everything in lines, from the far seats at the top to the hand at the bottom.

function narrowTable(scene: Scene, seats: Around, width: number, height: number, plan: Plan): AreaPlan[] {
  const others = [...seats.left, ...seats.top, ...seats.right]
  const near = owned(scene.areas, seats.near)
  const far = others.length === 1 ? owned(scene.areas, others[0]!) : { first: [], rest: [], small: [] }
  const board = neutral(scene).some(isMap)
  const rows = others.length > 1 ? Math.ceil(others.length / seatsAcross(others.length)) : 0
  const hasCards = scene.areas.some((area) => others.includes(area.seat ?? -1) && sort(area) === 'big')
  const [row, most] = !board && !isTight(height) ? [104, 150] : hasCards && rows === 1 && !isTight(height) ? [94, 110] : [78, 96]
  // A board alone is as high as it can be wide, before all else; what it leaves is for cards, and for room around what is asked.
  const alone = board && neutral(scene).every(isMap)
  const wanted = alone ? (width - 2 * GAP) / widestOf(neutral(scene)) + TITLE + GAP : Infinity
  const small = board && !alone
  const line = (areas: Area[], least: number, most: number, weight: number): Span =>
    areas.length ? { least, most: Math.max(least, most), weight } : fixed(0)
  const prompt = promptHeight(scene, plan, width - 2 * GAP, isTight(height)) + (isTight(height) ? 0 : LAST_LINE)
  const spans: Span[] = [
    rows ? { least: row * rows, most: most * rows, weight: 20 * rows } : fixed(others.length ? 40 : 0),
    line(far.first, board ? 40 : 52, (small ? 0.08 : 0.142) * height, alone ? 3 : 16),
    line(far.rest, board ? 40 : 48, (small ? 0.07 : 0.12) * height, alone ? 2 : 10),
    { least: board ? Math.min((isBig(near) ? 0.39 : 0.46) * height, wanted) : 90, most: wanted, weight: board ? 110 : 34 },
    line(near.rest, board ? 40 : 48, (small ? 0.08 : 0.12) * height, alone ? 2 : 10),
    { least: prompt, most: alone ? Infinity : prompt, weight: 1 },
    line(near.first, isBig(near) ? 122 : board ? 76 : 84, (small ? 0.145 : 0.243) * height, alone ? 5 : 26),
    fixed(40),
  ]
  const gaps = LINE_GAP * (spans.filter((span) => span.most > 0).length - 1)
  const heights = share(height - GAP * 2 - gaps, spans)
  return narrowLines(scene, seats, others, far, near, stacked(heights, width), plan)
}

/** A hand that is held in two rows where the table is narrow. */
const isBig = (near: Owned): boolean => near.first.some((area) => (area.pieces ?? []).length > 11)

const fixed = (length: number): Span => ({ least: length, most: length, weight: 0 })

function stacked(heights: number[], width: number, left = 0): Box[] {
  let y = GAP
  return heights.map((height) => {
    const box = { x: left + GAP, y, width: width - 2 * GAP, height }
    y += height + (height > 0 ? LINE_GAP : 0)
    return box
  })
}

function narrowLines(
  scene: Scene, seats: Around, others: number[], far: Owned, near: Owned, boxes: Box[], plan: Plan,
): AreaPlan[] {
  const [head, farHand, farRest, middle, nearRest, prompt, hand, foot] = boxes as [Box, Box, Box, Box, Box, Box, Box, Box]
  plan.prompt = prompt
  return [
    ...(others.length > 1 ? gridOfSeats(scene, others, head, plan) : plateLine(others[0] ?? null, far.small, head, plan)),
    ...pack(far.first, farHand, { titled: far.first.length > 1 }),
    ...pack(far.rest, farRest),
    ...packed(neutral(scene), middle),
    ...pack(near.rest, nearRest),
    ...pack(near.first, hand, { mine: true, titled: near.first.length > 1 }),
    ...plateLine(seats.near, near.small, foot, plan),
  ]
}

/** How many of the others stand side by side: no row is left with one alone. */
const seatsAcross = (others: number): number => (others === 2 || others === 4 ? 2 : 3)

function gridOfSeats(scene: Scene, others: number[], box: Box, plan: Plan, across = seatsAcross(others.length)): AreaPlan[] {
  const rows = Math.ceil(others.length / across)
  return Array.from({ length: rows }, (_, row) =>
    columnsOf(scene, others.slice(row * across, (row + 1) * across), slice(box, row, rows), plan),
  ).flat()
}

function plateLine(seat: number | null, small: Area[], box: Box, plan: Plan): AreaPlan[] {
  if (seat === null) return []
  const width = small.length ? box.width * 0.45 : box.width
  plan.plates.set(seat, { ...box, width })
  return strip(small, { ...box, x: box.x + width + 4, width: box.width - width - 4 })
}

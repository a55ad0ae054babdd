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
  /** Whether chips show their number and sign only. */
  terse: boolean
}
export interface Plan {
  wide: boolean
  areas: Map<string, AreaPlan>
  plates: Map<number, Box>
  prompt: Box
}
export interface Span {
  least: number
  most: number
  weight: number
}

const CARD = 5 / 7
/** The side of a die, in heights of a card. */
const DIE = 0.56
const GAP = 8
const TITLE = 18
const CHIP = 34
export const DIAL = 44
/** Above the prompt of a narrow table stands what happened last. */
const LAST_LINE = 20
const PLATE = 46
const PLATE_WIDTH = 186
const LEAST_STEP = 0.26
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

/** How wide a piece is, in heights of a card. */
export function breadth(piece: Piece, layout: string): number {
  if (piece.kind === 'die') return DIE
  if (piece.kind === 'dial') return 0.66
  if (piece.kind === 'counter' || piece.kind === 'token') return 0.62
  const count = piece.kind === 'pile' && layout === 'fan' ? Math.min(12, piece.count ?? 1) : 1
  return CARD * (1 + (count - 1) * FAN_STEP)
}

const SMALL: ReadonlySet<string> = new Set(['token', 'counter', 'dial'])
const isDice = (area: Area): boolean => (area.pieces ?? []).length > 0 && (area.pieces ?? []).every((piece) => piece.kind === 'die')

type Sort = 'board' | 'small' | 'big'

export function sort(area: Area): Sort {
  if ((area.layout === 'board' || area.layout === 'track') && (area.size?.[0] ?? 0) > 0) return 'board'
  const pieces = area.pieces ?? []
  if (area.layout === 'fan') return 'big'
  return pieces.every((piece) => SMALL.has(piece.kind)) ? 'small' : 'big'
}

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

/** Width over height as it would like to be, and squeezed as far as may be. */
function aspects(area: Area): { natural: number; least: number } {
  if (sort(area) === 'board') {
    const aspect = area.size![0] / area.size![1]
    return { natural: aspect, least: aspect }
  }
  if (isGrid(area)) {
    const [across, down] = gridOf(area, 1, isDice(area) ? 0.01 : 1)
    const aspect = (across * cellOf(area)) / down
    return { natural: aspect, least: isDice(area) ? cellOf(area) : aspect }
  }
  const widths = (area.pieces ?? []).map((piece) => breadth(piece, area.layout ?? 'row'))
  const [sum, last] = [widths.reduce((total, width) => total + width, 0), widths.at(-1) ?? CARD]
  const step = area.layout === 'pile' ? 0.45 : area.layout === 'fan' ? 0.8 : 1.08
  return { natural: last + (sum - last) * step, least: last + (sum - last) * LEAST_STEP }
}

/** How large the pieces of an area can be in a box. */
function fitted(area: Area, width: number, height: number): { unit: number; columns: number } {
  if (sort(area) === 'board') return { unit: Math.min(width / area.size![0], height / area.size![1]), columns: 0 }
  if (!isGrid(area)) return { unit: Math.min(height, width / aspects(area).least, LARGEST), columns: 0 }
  const [across, down] = gridOf(area, width, height)
  const cellHeight = isDice(area) ? DIE + GRID_GAP : 1 + GRID_GAP
  return { unit: Math.min(height / down / cellHeight, width / across / cellOf(area), largest(area)), columns: across }
}

const largest = (area: Area): number => (isDice(area) ? LARGEST / 3 : LARGEST)

// Packing areas into a box -------------------------------------------------------------------------------------------

/** Areas in order, in as many rows as lets them be largest. */
export function pack(areas: Area[], box: Box, mine = false, title = true): AreaPlan[] {
  let best: AreaPlan[] = []
  let most = -Infinity
  for (let rows = 1; rows <= areas.length; rows++) {
    const plan = rowsOf(areas, rows).flatMap((row, number, all) => packRow(row, slice(box, number, all.length), mine, title))
    const value = worth(areas, plan)
    if (value > most) [best, most] = [plan, value]
  }
  return best
}

/** A plan is worth what its smallest pieces are: logarithms make twice as small as bad as twice as large is good. */
function worth(areas: Area[], plans: AreaPlan[]): number {
  return plans.reduce((sum, plan, number) => sum + Math.log(Math.max(1, comfort(areas[number]!, plan))), 0)
}

/** How large an area's pieces are, less what overlapping takes from them. */
function comfort(area: Area, plan: AreaPlan): number {
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

function packRow(areas: Area[], box: Box, mine: boolean, title: boolean): AreaPlan[] {
  const titled = title && box.height > 62
  const height = box.height - (titled ? TITLE : 0)
  const wishes = areas.map((area) => Math.max(aspects(area).natural * Math.min(height, largest(area)), titled ? 12 + 8.2 * area.title.length : 0))
  const room = box.width - GAP * (areas.length - 1)
  const wished = wishes.reduce((sum, wish) => sum + wish, 0)
  const squeeze = Math.min(1, room / wished)
  let x = box.x + Math.max(0, room - wished) / 2
  return areas.map((area, number) => {
    const width = wishes[number]! * squeeze
    const { unit, columns } = fitted(area, width, height)
    const plan = {
      id: area.id, x, y: box.y, width, height: box.height, unit: unit * (mine ? ARC : 1), titled, mine, columns, terse: false,
    }
    x += width + GAP
    return plan
  })
}

export const chipText = (piece: Piece): string =>
  piece.kind === 'counter' ? `${piece.value ?? ''} ${piece.title ?? ''}` : (piece.title ?? '')

function chipWidth(piece: Piece, terse: boolean): number {
  if (piece.kind === 'dial') return (terse ? CHIP : DIAL) + 6
  return 50 + 8.3 * (terse ? (piece.value ?? '').length : chipText(piece).length)
}

function chipHeight(areas: Area[], terse: boolean): number {
  const hasDial = areas.some((area) => (area.pieces ?? []).some((piece) => piece.kind === 'dial'))
  return hasDial && !terse ? DIAL + 4 : CHIP
}

interface Flow {
  area: Area
  width: number
  height: number
}

/** How much room an area of chips takes: side by side in lines, and words that are too long in two lines of their own. */
function flowOf(area: Area, width: number, terse: boolean): Flow {
  const line = chipHeight([area], terse)
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
    if (flow.width > room) {
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

/** Chips in a box: with their words if there is room for them, else with their numbers and signs only. */
function strip(areas: Area[], box: Box): AreaPlan[] {
  const terse = chipsNeed(areas, box.width) > box.height + 2
  const squeeze = Math.min(1, box.height / Math.max(1, chipsNeed(areas, box.width, terse)))
  let y = box.y + Math.max(0, box.height - chipsNeed(areas, box.width, terse)) / 2
  return chipLines(areas, box.width, terse).flatMap((line) => {
    const height = highest(line) * squeeze
    let x = box.x + (box.width - line.reduce((sum, flow) => sum + flow.width, 0)) / 2
    const plans = line.map(({ area, width }) => {
      const plan = { id: area.id, x, y, width, height, unit: CHIP, titled: false, mine: false, columns: 0, terse }
      x += width
      return plan
    })
    y += height
    return plans
  })
}

/** Big areas above, chips in a strip below them. */
function packed(areas: Area[], box: Box): AreaPlan[] {
  const smalls = areas.filter((area) => sort(area) === 'small')
  const bigs = areas.filter((area) => sort(area) !== 'small')
  const wanted = chipsNeed(smalls, box.width)
  const height = bigs.length ? Math.min(wanted, box.height * 0.45) : box.height
  const upper = { ...box, height: box.height - (smalls.length ? height + 4 : 0) }
  const lower = { ...box, y: box.y + box.height - height, height }
  return [...packBig(bigs, upper), ...strip(smalls, lower)]
}

/** A board comes first: the rest lies in a line below it, or beside it where that is the longer side. */
function packBig(areas: Area[], box: Box): AreaPlan[] {
  const boards = areas.filter((area) => sort(area) === 'board')
  const others = areas.filter((area) => sort(area) !== 'board')
  if (!boards.length || !others.length) return pack(areas, box)
  const width = box.width * 0.32
  const height = Math.min(120, Math.max(56, box.height * 0.24))
  const beside = [...pack(boards, { ...box, width: box.width - width - GAP }), ...pack(others, { ...box, x: box.x + box.width - width, width })]
  const y = box.y + box.height - height
  const below = [...pack(boards, { ...box, height: box.height - height - GAP }), ...pack(others, { ...box, y, height })]
  const order = [...boards, ...others]
  return worth(order, beside) > worth(order, below) ? beside : below
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

export const isWide = (width: number, height: number): boolean => width >= 640 && width > height * 0.95

export function arrange(scene: Scene, width: number, height: number): Plan {
  const plan: Plan = { wide: isWide(width, height), areas: new Map(), plates: new Map(), prompt: { x: 0, y: 0, width, height: 0 } }
  const seats = around(scene.seats.map((seat) => seat.seat), scene.viewer)
  const placed = plan.wide ? wideTable(scene, seats, width, height, plan) : narrowTable(scene, seats, width, height, plan)
  for (const area of placed) plan.areas.set(area.id, area)
  return plan
}

const neutral = (scene: Scene): Area[] => scene.areas.filter((area) => area.seat === undefined || area.seat === null)

function promptHeight(scene: Scene, width: number): number {
  const text = scene.prompt.length * 8.4 + 40
  const buttons = scene.buttons.reduce((sum, button) => sum + button.label.length * 8.6 + 44, 0)
  if (text + buttons < width - 24) return 46
  const lines = Math.ceil(text / (width - 24))
  return 14 + lines * 22 + 46 * Math.ceil(buttons / (width - 24))
}

// Wide: the hand at the bottom, the duel in the middle, what else the seats have at its sides.

function wideTable(scene: Scene, seats: Around, width: number, height: number, plan: Plan): AreaPlan[] {
  const near = owned(scene.areas, seats.near)
  const others = [...seats.left, ...seats.top, ...seats.right]
  const board = neutral(scene).some((area) => sort(area) === 'board')
  const prompt = promptHeight(scene, width - 4 * GAP - 2 * Math.min(PLATE_WIDTH, width / 4))
  const [top, middle, bottom] = share(height - prompt - 5 * GAP, [
    others.length ? { least: 56, most: 10 + (others.length > 1 ? 0.27 : board ? 0.14 : 0.195) * height, weight: 20 } : fixed(0),
    { least: 120, most: Infinity, weight: board ? 70 : 36 },
    near.first.length ? { least: 84, most: (board ? 0.21 : 0.32) * height, weight: 30 } : fixed(near.small.length ? 60 : 0),
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

/** The viewer's own zone: plate and chips beside the prompt, below them the hand, and to its right the rest. */
function nearZone(near: Owned, rest: Area[], seat: number | null, box: Box, plan: Plan): AreaPlan[] {
  const line = plan.prompt
  const side = Math.min(PLATE_WIDTH, line.width / 4)
  const low = { ...line, y: line.y + (line.height - PLATE) / 2, width: side, height: PLATE }
  if (seat !== null) plan.plates.set(seat, low)
  plan.prompt = { ...line, x: line.x + side + GAP, width: line.width - 2 * side - 2 * GAP }
  const aside = rest.length ? Math.max(side, box.width * 0.26) : 0
  const corner = { ...line, x: line.x + line.width - side, width: side }
  const fits = chipsNeed(near.small, side) <= line.height + 4
  const chips = near.small.length && !fits ? Math.max(side, box.width * 0.22) + GAP : 0
  const hand = { ...box, x: box.x + chips, width: box.width - chips - aside - (aside ? GAP : 0) }
  return [
    ...pack(near.first, hand, true, near.first.length > 1),
    ...pack(rest, { ...box, x: box.x + box.width - aside, width: aside }),
    ...strip(near.small, chips ? { ...box, width: chips - GAP } : corner),
  ]
}

function twoSeats(scene: Scene, seats: Around, near: Owned, upper: Box, centre: Box, plan: Plan): AreaPlan[] {
  const far = owned(scene.areas, seats.top[0] ?? null)
  const farSide = Math.min(PLATE_WIDTH, upper.width / 4)
  if (seats.top.length) plan.plates.set(seats.top[0]!, { ...upper, width: farSide, height: Math.min(72, upper.height) })
  const hand = { ...upper, x: upper.x + farSide + GAP, width: upper.width - 2 * farSide - 2 * GAP }
  const corner = { ...upper, x: upper.x + upper.width - farSide, width: farSide }
  const shown = [...pack(far.first, hand, false, far.first.length > 1), ...strip(far.small, corner)]
  return [...shown, ...middleWithSides(scene, far.rest, near.rest, centre)]
}

const evens = (areas: Area[]): Area[] => areas.filter((_, number) => number % 2 === 0)
const odds = (areas: Area[]): Area[] => areas.filter((_, number) => number % 2 === 1)

function middleWithSides(scene: Scene, far: Area[], near: Area[], box: Box): AreaPlan[] {
  const common = neutral(scene)
  if (!far.length && !near.length) return packed(common, box)
  const side = Math.min(320, box.width * 0.29)
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

const SIDE_CARD = 126

function halves(above: Area[], below: Area[], box: Box): AreaPlan[] {
  const height = Math.min((box.height - GAP) / 2, SIDE_CARD)
  const middle = box.y + box.height / 2
  return [
    ...pack(above, { ...box, y: middle - GAP / 2 - height, height }),
    ...pack(below, { ...box, y: middle + GAP / 2, height }),
  ]
}

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

/** One of several others: plate above, or where there is more width than height to the left, and all that is theirs. */
function seatBox(scene: Scene, seat: number, box: Box, plan: Plan): AreaPlan[] {
  const own = scene.areas.filter((area) => area.seat === seat)
  if (box.width > box.height * 2.6) {
    plan.plates.set(seat, { ...box, width: PLATE_WIDTH, height: Math.min(72, box.height) })
    return packed(own, { ...box, x: box.x + PLATE_WIDTH + GAP, width: box.width - PLATE_WIDTH - GAP })
  }
  const height = Math.min(PLATE, box.height)
  plan.plates.set(seat, { ...box, height })
  return packed(own, { ...box, y: box.y + height + 4, height: Math.max(0, box.height - height - 4) })
}

// Narrow: everything in lines, from the far seats at the top to the hand at the bottom.

function narrowTable(scene: Scene, seats: Around, width: number, height: number, plan: Plan): AreaPlan[] {
  const others = [...seats.left, ...seats.top, ...seats.right]
  const near = owned(scene.areas, seats.near)
  const far = others.length === 1 ? owned(scene.areas, others[0]!) : { first: [], rest: [], small: [] }
  const board = neutral(scene).some((area) => sort(area) === 'board')
  const rows = others.length > 1 ? Math.ceil(others.length / (others.length > 4 ? 3 : 2)) : 0
  const line = (areas: Area[], least: number, most: number, weight: number): Span =>
    areas.length ? { least, most: Math.max(least, most), weight } : fixed(0)
  const spans: Span[] = [
    rows ? { least: 104 * rows, most: 150 * rows, weight: 20 * rows } : fixed(others.length ? 40 : 0),
    line(far.first, 52, (board ? 0.1 : 0.142) * height, 16),
    line(far.rest, 48, 0.12 * height, 10),
    { least: 90, most: Infinity, weight: board ? 60 : 34 },
    line(near.rest, 48, 0.12 * height, 10),
    fixed(promptHeight(scene, width - 2 * GAP) + LAST_LINE),
    line(near.first, 84, (board ? 0.165 : 0.243) * height, 26),
    fixed(40),
  ]
  const gaps = 6 * (spans.filter((span) => span.most > 0).length - 1)
  const heights = share(height - GAP * 2 - gaps, spans)
  return narrowLines(scene, seats, others, far, near, stacked(heights, width), plan)
}

const fixed = (length: number): Span => ({ least: length, most: length, weight: 0 })

function stacked(heights: number[], width: number): Box[] {
  let y = GAP
  return heights.map((height) => {
    const box = { x: GAP, y, width: width - 2 * GAP, height }
    y += height + (height > 0 ? 6 : 0)
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
    ...pack(far.first, farHand, false, far.first.length > 1),
    ...pack(far.rest, farRest),
    ...packed(neutral(scene), middle),
    ...pack(near.rest, nearRest),
    ...pack(near.first, hand, true, near.first.length > 1),
    ...plateLine(seats.near, near.small, foot, plan),
  ]
}

function gridOfSeats(scene: Scene, others: number[], box: Box, plan: Plan): AreaPlan[] {
  const across = others.length > 4 ? 3 : 2
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

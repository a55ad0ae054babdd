/** Keys: what each one does (help.ts tells people), and where the arrows lead. */

export type Command = 'back' | 'mute' | 'log' | 'rules' | 'chat' | 'advice' | 'keys' | 'close' | 'explain'
export type Direction = 'left' | 'right' | 'up' | 'down'

const COMMANDS: Record<string, Command> = {
  z: 'back', m: 'mute', l: 'log', r: 'rules', c: 'chat', a: 'advice', '?': 'keys', Escape: 'close', e: 'explain',
}
const DIRECTIONS: Record<string, Direction> = {
  ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down',
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

const plain = (event: Pressed): boolean => !event.ctrlKey && !event.metaKey && !event.altKey

export function command(event: Pressed): Command | null {
  if (!plain(event)) return null
  return COMMANDS[event.key.length === 1 ? event.key.toLowerCase() : event.key] ?? null
}

export function direction(event: Pressed): Direction | null {
  return plain(event) ? (DIRECTIONS[event.key] ?? null) : null
}

/** The number key pressed, counted from nought, or null. */
export function numbered(event: Pressed): number | null {
  return plain(event) && /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : null
}

export interface Spot {
  x: number
  y: number
}

/** The next thing in a direction: near along it, and not far off it. With none there, the one before or after. */
export function neighbour(spots: Spot[], from: number, towards: Direction): number {
  const here = spots[from]
  if (!here) return spots.length ? 0 : -1
  let best = -1
  let least = Infinity
  spots.forEach((spot, number) => {
    const [along, off] = apart(here, spot, towards)
    if (number === from || along <= 1 || along < off / 2) return
    const cost = along + 2 * off
    if (cost < least) [best, least] = [number, cost]
  })
  return best >= 0 ? best : beside(spots.length, from, towards)
}

function apart(here: Spot, spot: Spot, towards: Direction): [number, number] {
  const [dx, dy] = [spot.x - here.x, spot.y - here.y]
  if (towards === 'left' || towards === 'right') return [towards === 'right' ? dx : -dx, Math.abs(dy)]
  return [towards === 'down' ? dy : -dy, Math.abs(dx)]
}

function beside(count: number, from: number, towards: Direction): number {
  const by = towards === 'left' || towards === 'up' ? -1 : 1
  return (from + by + count) % count
}

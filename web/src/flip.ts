/**
 * Pieces are seen to move: where each was is measured before the scene changes, and afterwards each starts from there.
 * Pieces are known by their id, so one that is drawn anew in another place moves all the same.
 */

export interface Place {
  x: number
  y: number
  width: number
  faced: boolean
  /** The piece from which it comes and to which it goes. */
  home?: string | undefined
  height?: number
  piece?: HTMLElement
}
export type Places = Map<string, Place>

const LASTS = 420
const PRESENTS = 2000
const EASE = 'cubic-bezier(.2,.8,.25,1)'

export const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

export function measured(root: ParentNode): Places {
  const places: Places = new Map()
  for (const piece of root.querySelectorAll<HTMLElement>('[data-piece]')) {
    const box = piece.getBoundingClientRect()
    const { faced, home } = piece.dataset
    places.set(piece.dataset.piece!, {
      x: box.x + box.width / 2, y: box.y + box.height / 2, width: piece.offsetWidth, height: piece.offsetHeight, faced: faced !== undefined, home, piece,
    })
  }
  return places
}

/** Where a piece comes from: where it was; if it is new, from its home, where that lies now or lay before. */
export function origin(id: string, before: Places, after: Places): Place | undefined {
  const home = after.get(id)?.home
  const from = home ? (after.get(home) ?? before.get(home)) : undefined
  return before.get(id) ?? (from && { ...from, faced: false })
}

/** The pieces that are here no more, and where each goes: to its home. Without one it is just gone. */
export function leaving(before: Places, after: Places): [Place, Place][] {
  return [...before].flatMap(([id, from]) => {
    const to = from.home && !after.has(id) ? (after.get(from.home) ?? before.get(from.home)) : undefined
    return to ? [[from, to] as [Place, Place]] : []
  })
}

/** How a piece gets from one place to another; null if it stays where it is. */
export function journey(from: Place, to: Place): Keyframe[] | null {
  const [dx, dy, scale] = [from.x - to.x, from.y - to.y, to.width ? from.width / to.width : 1]
  const turns = to.faced && !from.faced
  if (Math.abs(dx) + Math.abs(dy) < 1 && Math.abs(scale - 1) < 0.01 && !turns) return null
  const start = `translate(${dx}px, ${dy}px) scale(${scale})`
  if (!turns) return [{ transform: start }, { transform: 'none' }]
  const middle = `translate(${dx / 2}px, ${dy / 2}px) scale(${(1 + scale) / 2})`
  return [
    { transform: `${start} rotateY(0deg)` },
    { transform: `${middle} rotateY(90deg)`, offset: 0.5 },
    { transform: 'none' },
  ]
}

/** The pieces that came or went elsewhere: they are the last moved. */
export function moved(before: Map<string, string>, after: Map<string, string>): Set<string> {
  return new Set([...after].filter(([id, place]) => before.get(id) !== place).map(([id]) => id))
}

/** By way of the middle, large, so that everybody sees it; then to where it belongs. */
export function presentation(from: Place, to: Place, middle: { x: number; y: number; width: number }): Keyframe[] {
  const at = (x: number, y: number, width: number): string =>
    `translate(${x - to.x}px, ${y - to.y}px) scale(${to.width ? width / to.width : 1})`
  const shown = at(middle.x, middle.y, middle.width)
  return [
    { transform: at(from.x, from.y, from.width) },
    { transform: shown, offset: 0.22 },
    { transform: shown, offset: 0.78 },
    { transform: 'none' },
  ]
}

/** Where the pieces that are shown first lie meanwhile: side by side in the middle of the table. */
function middles(root: Element, count: number): { x: number; y: number; width: number }[] {
  const box = root.getBoundingClientRect()
  const width = Math.min(150, box.width / (count + 1.5), box.height / 4)
  return Array.from({ length: count }, (_, number) => ({
    x: box.x + box.width / 2 + (number - (count - 1) / 2) * width * 1.2, y: box.y + box.height * 0.45, width,
  }))
}

/** Where a piece lies when it is at rest, whatever way it is on now. */
function atRest(piece: HTMLElement, root: HTMLElement): Place {
  const box = root.getBoundingClientRect()
  let [x, y] = [box.x + root.clientLeft + piece.offsetWidth / 2, box.y + root.clientTop + piece.offsetHeight / 2]
  for (let one: HTMLElement | null = piece; one && one !== root; one = one.offsetParent as HTMLElement | null) {
    x += one.offsetLeft
    y += one.offsetTop
  }
  const { faced, home } = piece.dataset
  return { x, y, width: piece.offsetWidth, faced: faced !== undefined, home, piece }
}

interface Flight {
  to: Place
  motion: Animation
}
const flights = new WeakMap<HTMLElement, Flight>()

/** A piece that is on its way to where it still belongs is let fly on. */
function fliesThere(piece: HTMLElement, to: Place): boolean {
  const flight = flights.get(piece)
  return flight?.motion.playState === 'running' && Math.hypot(flight.to.x - to.x, flight.to.y - to.y) < 2
}

export function play(root: HTMLElement, before: Places, presented: ReadonlySet<string> = new Set(), lasts = LASTS): void {
  if (still() || before.size === 0) return
  const middle = middles(root, presented.size)
  const pieces = [...root.querySelectorAll<HTMLElement>('[data-piece]')]
  const after: Places = new Map(pieces.map((piece) => [piece.dataset.piece!, atRest(piece, root)]))
  for (const [id, to] of after) {
    const [piece, from] = [to.piece!, origin(id, before, after)]
    if (fliesThere(piece, to)) continue
    if (from && presented.has(id)) fly(piece, to, presentation(from, to, middle.shift()!), PRESENTS)
    else fly(piece, to, from ? journey(from, to) : APPEARING, Math.min(lasts, LASTS))
  }
  for (const [from, to] of leaving(before, after)) depart(root, from, to, Math.min(lasts, LASTS))
}

/** A piece that was taken from the page is put there once more, as a picture, until it is home. */
function depart(root: HTMLElement, from: Place, to: Place, duration: number): void {
  const [ghost, box] = [from.piece!, root.getBoundingClientRect()]
  for (const name of ['data-piece', 'data-key', 'data-action', 'tabindex', 'role', 'aria-label', 'aria-description']) ghost.removeAttribute(name)
  ghost.setAttribute('aria-hidden', 'true')
  ghost.classList.add('flying')
  const [width, height] = [from.width, from.height!]
  const [left, top] = [from.x - box.x - root.clientLeft - width / 2, from.y - box.y - root.clientTop - height / 2]
  Object.assign(ghost.style, { position: 'absolute', left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
  root.append(ghost)
  const there = `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(${to.width / (width || 1)})`
  const frames = [{ easing: EASE }, { transform: there, opacity: 1, offset: 0.75 }, { transform: there, opacity: 0 }]
  const motion = ghost.animate(frames, { duration, fill: 'forwards' })
  motion.onfinish = motion.oncancel = () => ghost.remove()
}

const APPEARING: Keyframe[] = [{ opacity: 0, transform: 'scale(.8)' }, { opacity: 1, transform: 'none' }]

function fly(piece: HTMLElement, to: Place, frames: Keyframe[] | null, duration: number): void {
  flights.get(piece)?.motion.cancel()
  if (!frames) return
  piece.classList.add('flying')
  piece.classList.toggle('presented', duration === PRESENTS)
  const motion = piece.animate(frames.map((frame) => ({ easing: EASE, ...frame })), { duration })
  flights.set(piece, { to, motion })
  motion.onfinish = motion.oncancel = () => {
    if (flights.get(piece)?.motion === motion) piece.classList.remove('flying', 'presented')
  }
}

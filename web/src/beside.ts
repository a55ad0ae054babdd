// Where the words about a piece go: beside it, on the screen, and off the buttons that are to be pressed.
import type { Box } from './layout'

const EDGE = 8

const meet = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height

/** Above the piece if there is room, else below it; above the buttons where it would lie on them. */
export function beside(piece: Box, width: number, height: number, screen: { width: number; height: number }, buttons: Box | null = null): Box {
  const x = Math.max(EDGE, Math.min(screen.width - width - EDGE, piece.x + piece.width / 2 - width / 2))
  const above = { x, y: piece.y - height - 22, width, height }
  const below = { ...above, y: Math.min(screen.height - height - EDGE, piece.y + piece.height + 14) }
  const first = above.y > EDGE ? above : below
  if (!buttons || !meet(first, buttons)) return first
  const higher = { ...first, y: buttons.y - height - EDGE }
  return higher.y > EDGE ? higher : below
}

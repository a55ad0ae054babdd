/** What was said at a table, and what of it is news. Only the newest lines are kept: a line's number is not its place. */
import type { ChatLine } from './wire'

export function heard(have: readonly ChatLine[], since: number, tail: readonly ChatLine[]): ChatLine[] {
  return [...have.filter((line) => line.number < since), ...tail]
}

/** The number that the next line will have. */
export const next = (lines: readonly ChatLine[]): number => (lines.at(-1)?.number ?? -1) + 1

/** How many lines from this number on are by others. Who watches is known by name, who plays by seat. */
export function news(lines: readonly ChatLine[], from: number, seat: number | null, name: string): number {
  const isOwn = (line: ChatLine): boolean => line.seat === seat && (seat !== null || line.name === name)
  return lines.filter((line) => line.number >= from && !isOwn(line)).length
}

/** The log as the page has it: the server sends tails, and a tail makes void what came after its start. */

export function merged<Line>(have: readonly Line[], from: number, tail: readonly Line[]): Line[] {
  return [...have.slice(0, from), ...tail]
}

/** A step through a game that stays within it. */
export function step(moment: number, by: number, moments: number): number {
  return Math.max(0, Math.min(moments, moment + by))
}

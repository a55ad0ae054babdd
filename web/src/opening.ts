/** What can be chosen together when a table is opened. */
import type { GameCard } from './wire'

type Chosen = Record<string, string>
type Switched = Pick<GameCard, 'switches' | 'exclusions'>

export function defaults(game: Pick<GameCard, 'switches'>): Chosen {
  return Object.fromEntries(game.switches.map((one) => [one.name, one.values[0] ?? '']))
}

/** A switch is on when it is not at its first value. */
export function isOn(game: Pick<GameCard, 'switches'>, chosen: Chosen, name: string): boolean {
  const values = game.switches.find((one) => one.name === name)?.values ?? []
  return chosen[name] !== undefined && chosen[name] !== values[0]
}

/** Why a switch cannot be turned on now, in a sentence; empty if it can. */
export function forbidden(game: Switched, chosen: Chosen, name: string, seats: number): string {
  const fitting = game.switches.find((one) => one.name === name)?.seats ?? []
  if (fitting.length && !fitting.includes(seats)) return `Only for ${fitting.join(' or ')} players.`
  for (const { one, other, why } of game.exclusions) {
    const rival = one === name ? other : other === name ? one : ''
    if (rival && isOn(game, chosen, rival)) return `Not together with ${titled(game, rival)}: ${why.replace(/\.?$/, ".")}`
  }
  return ''
}

/** What was chosen, without what is not there for so many players. */
export function fitted(game: Pick<GameCard, 'switches'>, chosen: Chosen, seats: number): Chosen {
  const unfit = game.switches.filter((one) => one.seats.length > 0 && !one.seats.includes(seats))
  return { ...chosen, ...defaults({ switches: unfit }) }
}

const titled = (game: Switched, name: string): string => game.switches.find((one) => one.name === name)?.title ?? name

/** A value of a switch as people read it. */
export const inWords = (value: string): string => value.replaceAll('_', ' ')

/** A file of cards of one's own, and what is known of it; without a name there is none. */
export interface OwnCards {
  name: string
  /** What is in it, once it is known to be fine. */
  box: string
  problem: string
  /** What may be a slip, though one can play with it. */
  warnings: string[]
  checking: boolean
}
export const NO_CARDS: OwnCards = { name: '', box: '', problem: '', warnings: [], checking: false }

/** Why no table can be opened with these cards now, in a sentence; empty if one can. */
export function hindrance({ name, problem, checking }: OwnCards): string {
  if (problem) return `${name} cannot be played with: choose another file, or remove it.`
  return checking ? `${name} is being checked.` : ''
}

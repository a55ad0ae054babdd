/** What every page needs to know: who one is, and which games there are. Asked for once. */
import * as api from './api'
import type { GameCard, Me } from './wire'

export const known = $state<{ me: Me | null; games: GameCard[]; problem: string }>({ me: null, games: [], problem: '' })

export async function learn(): Promise<void> {
  try {
    // One after the other: the first makes a guest where there is none.
    known.me = await api.me()
    known.games = await api.games()
    known.problem = ''
  } catch (wrong) {
    known.problem = (wrong as Error).message
    setTimeout(() => void learn(), 3000)
  }
}

export const gameNamed = (name: string): GameCard | undefined => known.games.find((game) => game.name === name)

/** A bot's name as people read it. */
export function botTitle(bot: string, game: GameCard | undefined): string {
  return game?.bots.find((card) => card.name === bot)?.title ?? bot
}

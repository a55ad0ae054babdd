/** What goes by HTTP. Whatever is wrong comes back as one sentence. */
import type {
  AdviceCard, Again, AnalysisCard, Chair, Checked, Continue, Done, GameCard, HandOver, Lobby, Me, Opened, Opening, Passage, Past,
  Sat,
} from './wire'

export class Wrong extends Error {
  constructor(sentence: string, readonly status: number) {
    super(sentence)
  }
}

const OFFLINE = 'The server does not answer. Is it running, and is this device online?'

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  const options: RequestInit = { method, credentials: 'same-origin', headers: { Accept: 'application/json' } }
  if (body !== undefined) {
    options.body = JSON.stringify(body)
    options.headers = { ...options.headers, 'Content-Type': 'application/json' }
  }
  const answer = await fetch(path, options).catch(() => null)
  if (!answer) throw new Wrong(OFFLINE, 0)
  if (!answer.ok) throw new Wrong(await sentence(answer), answer.status)
  return answer
}

async function sentence(answer: Response): Promise<string> {
  const told = (await answer.json().catch(() => null)) as { sentence?: string; detail?: string } | null
  return told?.sentence ?? told?.detail ?? `The server answered with ${answer.status}.`
}

async function got<T>(method: string, path: string, body?: unknown): Promise<T> {
  const text = await (await ask(method, path, body)).text()
  return (text ? JSON.parse(text) : null) as T
}

const table = (id: string, what = ''): string => `/api/tables/${encodeURIComponent(id)}${what}`
const ofGame = (game: string, what: string): string => `/api/games/${encodeURIComponent(game)}/${what}`

export const games = (): Promise<GameCard[]> => got('GET', '/api/games')
export const me = (): Promise<Me> => got('GET', '/api/me')
export const rename = (name: string): Promise<Me> => got('PATCH', '/api/me', { name })
export const passage = (): Promise<Passage> => got('POST', '/api/me/passage')
export const arrive = (code: string): Promise<Me> => got('POST', `/api/me/passage/${encodeURIComponent(code)}`)
export const lobby = (): Promise<Lobby> => got('GET', '/api/lobby')
export const rules = async (game: string): Promise<string> => (await ask('GET', ofGame(game, 'rules'))).text()
export const boxFile = (game: string): string => ofGame(game, 'box.toml')
export const checkBox = (game: string, box: string): Promise<Checked> => got('POST', '/api/boxes', { game, box })

export const open = (opening: Opening): Promise<Opened> => got('POST', '/api/tables', opening)
export const sit = (id: string, seat: number | null): Promise<Sat> => got('POST', table(id, '/seats'), { seat })
export const standUp = (id: string, seat: number): Promise<null> => got('DELETE', table(id, `/seats/${seat}`))
export const handOver = (id: string, wanted: HandOver): Promise<null> => got('POST', table(id, '/hand-over'), wanted)
export const reclaim = (id: string): Promise<null> => got('POST', table(id, '/reclaim'))
export const setPace = (id: string, pace: number): Promise<null> => got('POST', table(id, '/pace'), { pace })
export const rematch = (id: string, chairs: Chair[]): Promise<Again> => got('POST', table(id, '/rematch'), { chairs })
export const noRematch = (id: string): Promise<null> => got('DELETE', table(id, '/rematch'))
export const goOn = (id: string, wanted: Continue): Promise<Opened> => got('POST', table(id, '/continue'), wanted)
export const advice = (id: string): Promise<AdviceCard> => got('POST', table(id, '/advice'))
export const takeBack = (id: string, message: { id: string; version: number }): Promise<Done> =>
  got('POST', table(id, '/back'), message)
export const analysis = (id: string): Promise<AnalysisCard> => got('GET', table(id, '/analysis'))
export const matchFile = (id: string): string => table(id, '/match')
export const moment = (id: string, number: number, seat: number | null | undefined): Promise<Past> =>
  got('GET', table(id, `/moments/${number}${seat === undefined ? '' : `?seat=${seat ?? -1}`}`))

export function socketAddress(id: string): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${table(id, '/socket')}`
}

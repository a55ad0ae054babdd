/**
 * Takes from the game-icons set only the pictures that games' files name, and adds the page's own signs. They become SVG
 * files of symbols, so that a page fetches what it shows: the signs, what is on a game's cover, what else is in its box, and
 * what several games share. `virtual:icons` tells which names are in which file.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

interface IconSet {
  icons: Record<string, { body: string }>
}

/** The page's own signs, drawn here on 24 by 24: plain lines, a few bytes each. */
const SIGNS: Record<string, string> = {
  'ui-back': '<path d="M4 9h10a5.5 5.5 0 0 1 0 11H8M8 4.5 3.5 9 8 13.5"/>',
  'ui-bot': '<path d="M6 8h12v10H6zM12 8V4M3 12v3m18-3v3M9.5 21v-3m5 3v-3"/><path d="M9.5 12.5h.01m5 0h.01" stroke-width="3"/>',
  'ui-chat': '<path d="M4 5h16v11h-9l-5 4v-4H4z"/>',
  'ui-close': '<path d="m6 6 12 12M18 6 6 18"/>',
  'ui-keys': '<path d="M2.5 6h19v12h-19zM6 10h.01M10 10h.01M14 10h.01M18 10h.01M8 14h8"/>',
  'ui-lamp': '<path d="M9 18h6m-5 3h4M9 18c0-3-3.5-4-3.5-8.5a6.5 6.5 0 0 1 13 0C18.5 14 15 15 15 18"/>',
  'ui-log': '<path d="M5 4h14v16H5zM8.5 8.5h7m-7 3.5h7m-7 3.5h4"/>',
  'ui-meeple': '<path fill="currentColor" d="M12 3a3.3 3.3 0 0 1 2.600 5.3c3.200.8 6.400 2 6.400 3.900 0 1.3-2.200 1.5-4 1.800.9 1.900 2.400 4.200 2.900 6.5h-5.200c-.7-1.400-1.5-3-2.700-3s-2 1.600-2.700 3H4.100c.5-2.3 2-4.600 2.900-6.5-1.800-.3-4-.5-4-1.800 0-1.900 3.200-3.100 6.400-3.900A3.3 3.3 0 0 1 12 3z"/>',
  'ui-menu': '<path d="M4 7h9m4 0h3M4 17h3m4 0h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>',
  'ui-moon': '<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z"/>',
  'ui-mute': '<path d="M4 9.5v5h3.5L12 19V5L7.5 9.5zm12 .5 5 5m0-5-5 5"/>',
  'ui-next': '<path d="m8 5 9 7-9 7zm10 0v14"/>',
  'ui-pause': '<path d="M8 5v14m8-14v14" stroke-width="4"/>',
  'ui-play': '<path d="m7 4.5 12 7.5-12 7.5z"/>',
  'ui-previous': '<path d="m16 5-9 7 9 7zM6 5v14"/>',
  'ui-rules': '<path d="M12 6.5C10 5 7 4.5 3.5 5v13.5c3.5-.5 6.5 0 8.5 1.5 2-1.5 5-2 8.5-1.5V5C17 4.5 14 5 12 6.5zm0 0V20"/>',
  'ui-save': '<path d="M12 4v11m-5-4.5 5 5 5-5M4.5 20h15"/>',
  'ui-send': '<path d="M3.5 11.5 20.5 4l-5 16-4-6.5zm8 2 9-9.5"/>',
  'ui-share': '<path d="M12 15V4M8 7.5 12 3.5l4 4M7 11H5v9.5h14V11h-2"/>',
  'ui-sound': '<path d="M4 9.5v5h3.5L12 19V5L7.5 9.5zM16 8.5a5 5 0 0 1 0 7m2.5-9.5a8.5 8.5 0 0 1 0 12"/>',
  'ui-sun': '<circle cx="12" cy="12" r="4"/><path d="M12 2.5V5m0 14v2.5M2.5 12H5m14 0h2.5M5.3 5.3 7 7m10 10 1.700 1.700M5.3 18.700 7 17M17 7l1.700-1.700"/>',
  'ui-trophy': '<path d="M7 4h10v5a5 5 0 0 1-10 0zm0 1.5H3.5c0 3.5 1.5 5 4 5M17 5.5h3.5c0 3.5-1.5 5-4 5M12 14v3.5M8 20h8"/>',
  'ui-wait': '<path d="M6 3.5h12M6 20.5h12M7.5 3.5c0 6 9 6 9 8.5s-9 2.5-9 8.5m9-17c0 6-9 6-9 8.5s9 2.5 9 8.5"/>',
}
const LINES = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
const GAMES = new URL('../src/rumpus/games/', import.meta.url).pathname

/** The names after `icon =`. */
const single = (source: string): string[] => [...source.matchAll(/\bicon\s*=\s*"([a-z0-9-]+)"/g)].map((match) => match[1]!)

/** Those in `icons = (...)`: what is on a cover. */
export function onCover(source: string): string[] {
  const lists = [...source.matchAll(/\bicons\s*=\s*[([]([^)\]]*)[)\]]/g)].map((match) => match[1]!)
  return lists.flatMap((list) => [...list.matchAll(/"([a-z0-9-]+)"/g)].map((match) => match[1]!))
}
export const named = (source: string): string[] => [...single(source), ...onCover(source)]

export type Sheets = Record<string, string[]>

/** Which names belong into which file: each name into one. */
export function sorted(sources: [game: string, source: string][]): Sheets {
  const games = new Map<string, Set<string>>()
  for (const [game, source] of sources) games.set(game, new Set([...(games.get(game) ?? []), ...named(source)]))
  const covers = new Set(sources.flatMap(([, source]) => onCover(source)))
  const sheets: Sheets = {}
  const all = [...new Set([...games.values()].flatMap((names) => [...names]))].sort()
  for (const name of all) {
    const users = [...games].filter(([, names]) => names.has(name)).map(([game]) => game)
    const sheet = users.length > 1 ? 'shared' : `${users[0]!}${covers.has(name) ? '-cover' : ''}`
    sheets[sheet] = [...(sheets[sheet] ?? []), name]
  }
  return sheets
}

export function wanted(folder: string = GAMES): Sheets {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(toml|py)$/.test(file))
  return sorted(files.map((file) => [file.split(/[\\/]/)[0]!, readFileSync(folder + file, 'utf8')]))
}

const TOKEN = /[a-zA-Z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/g

/** A path with one digit after the point: a fiftieth of what one could see, and a quarter fewer bytes. */
export function rounded(path: string): string {
  let [short, last, arc, place] = ['', '', false, 0]
  for (const [token] of path.matchAll(TOKEN)) {
    const isLetter = /^[a-zA-Z]$/.test(token)
    // In an arc two numbers are flags of one digit, which nothing needs to part from what follows.
    if (arc && (place % 7 === 3 || place % 7 === 4) && token.length > 1 && !isLetter) return path
    const next = isLetter ? token : String(Math.round(Number(token) * 10) / 10 || 0).replace(/^(-?)0\./, '$1.')
    const parts = !isLetter && last !== '' && !next.startsWith('-') && !(next.startsWith('.') && last.includes('.'))
    short += (parts ? ' ' : '') + next
    if (isLetter) [arc, place, last] = [/a/i.test(token), 0, '']
    else [place, last] = [place + 1, next]
  }
  return short
}

/** Names that the set does not have are left out; pieces with such a name show their letter, framed. */
export function sprite(names: string[]): { names: string[]; svg: string } {
  const set = createRequire(import.meta.url)('@iconify-json/game-icons/icons.json') as IconSet
  const found = names.filter((name) => name in set.icons)
  const drawn = (name: string): string => set.icons[name]!.body.replace(/ d="([^"]*)"/g, (_, path: string) => ` d="${rounded(path)}"`)
  const pictures = found.map((name) => `<symbol id="${name}" viewBox="0 0 512 512">${drawn(name)}</symbol>`)
  return { names: found, svg: file(pictures) }
}

function signs(): { names: string[]; svg: string } {
  const drawn = Object.entries(SIGNS).map(([name, body]) => `<symbol id="${name}" viewBox="0 0 24 24" ${LINES}>${body}</symbol>`)
  return { names: Object.keys(SIGNS), svg: file(drawn) }
}

const file = (symbols: string[]): string => `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`

/** The names that a box may use, a line each; the server reads them. The page's own signs are no pictures of a game. */
export function listed(files: { names: string[] }[]): string {
  const names = files.flatMap((one) => one.names).filter((name) => !(name in SIGNS))
  return [...names].sort().map((name) => `${name}\n`).join('')
}

export function icons(): Plugin {
  const sheets = [['ui', signs()] as const, ...Object.entries(wanted()).map(([name, names]) => [name, sprite(names)] as const)]
  const files = sheets.map(([name, { names, svg }]) => {
    const digest = createHash('sha256').update(svg).digest('hex').slice(0, 8)
    return { path: `assets/icons-${name}-${digest}.svg`, names, svg }
  })
  const table = Object.fromEntries(files.map(({ path, names }) => [`/${path}`, names.join(' ')]))
  return {
    name: 'icons',
    resolveId: (id) => (id === 'virtual:icons' ? '\0icons' : undefined),
    load: (id) => (id === '\0icons' ? `export const sheets = ${JSON.stringify(table)}` : undefined),
    configureServer(server) {
      for (const { path, svg } of files) {
        server.middlewares.use(`/${path}`, (_, answer) => answer.setHeader('Content-Type', 'image/svg+xml').end(svg))
      }
    },
    generateBundle() {
      for (const { path, svg } of files) this.emitFile({ type: 'asset', fileName: path, source: svg })
      this.emitFile({ type: 'asset', fileName: 'icons.txt', source: listed(files) })
    },
  }
}

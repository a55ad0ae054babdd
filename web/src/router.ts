/** Which page an address shows, and going to another without loading anew. */

export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string }
  | { page: 'table'; id: string; replay: boolean; moment: number | null }
  | { page: 'rules'; game: string; at: string }
  | { page: 'come'; code: string }
  | { page: 'about' }
  | { page: 'nowhere' }

const NAME = /^[A-Za-z0-9_-]+$/

export function routed(path: string, search = '', hash = ''): Route {
  const [first = '', second = '', third = '', ...more] = path.split('/').filter(Boolean)
  if (!first) return { page: 'home' }
  if (first === 'about' && !second) return { page: 'about' }
  if (!NAME.test(second) || more.length > 0) return { page: 'nowhere' }
  if (first === 'come' && !third) return { page: 'come', code: second }
  if (first === 'new' && !third) return { page: 'new', game: second }
  if (first === 'rules' && !third) return { page: 'rules', game: second, at: hash.replace('#', '') }
  if (first === 't' && (!third || third === 'replay')) {
    return { page: 'table', id: second, replay: third === 'replay', moment: asked(search) }
  }
  return { page: 'nowhere' }
}

function asked(search: string): number | null {
  const moment = new URLSearchParams(search).get('moment')
  return moment !== null && /^\d{1,9}$/.test(moment) ? Number(moment) : null
}

/** A table's code, from the code itself or from any link to the table. */
export function tableIn(text: string): string | null {
  const code = /(?:^|\/t\/)([A-Za-z0-9_-]{4,40})(?:[/?#].*)?$/.exec(text.trim())
  return code ? code[1]! : null
}

/** The id that a paragraph of the rules has on their page: §3.4 is p3-4. */
export function anchor(cites: string): string {
  const numbers = /\d+(?:\.\d+)*/.exec(cites)
  return numbers ? `p${numbers[0].replaceAll('.', '-')}` : ''
}

export const here = (): Route => routed(location.pathname, location.search, location.hash)

/** What tells pages apart: a moment of a replay, or a paragraph of the rules, is no page of its own. */
export function pageOf(route: Route): string {
  const which = 'id' in route ? `${route.id} ${route.replay}` : 'game' in route ? route.game : 'code' in route ? route.code : ''
  return `${route.page} ${which}`
}

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** The path of a click that should stay within the page, or null. */
export function inner(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
    return null
  }
  const link = (event.target as Element | null)?.closest('a')
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return null
  if (/^\/(api|schema)(\/|$)/.test(link.pathname) || (link.hash && link.pathname === location.pathname)) return null
  return link.pathname + link.search + link.hash
}

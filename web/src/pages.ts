/** The pages, each fetched when it is first wanted: whoever comes to a table need not wait for the others. */
import type { Component } from 'svelte'

import { pageOf, type Route } from './router'

type Kind = Route['page']
type Page = Component<Record<string, unknown>>

export const PAGES: Record<Kind, () => Promise<unknown>> = {
  home: () => import('./pages/Home.svelte'),
  new: () => import('./pages/New.svelte'),
  table: () => import('./pages/Table.svelte'),
  rules: () => import('./pages/RulesPage.svelte'),
  come: () => import('./pages/Come.svelte'),
  about: () => import('./pages/About.svelte'),
  nowhere: () => import('./pages/Nowhere.svelte'),
}
const NAMES: Record<Kind, string> = {
  home: 'Games', new: 'New table', table: 'Table', rules: 'Rules', come: 'Another device', about: 'About', nowhere: 'Nothing here',
}

export interface Fetched {
  route: Route
  Page: Page
  given: Record<string, unknown>
  /** A page is made anew for another game or table, but not for the replay of the same. */
  key: string
}

export async function fetched(route: Route): Promise<Fetched> {
  const { default: Page } = (await PAGES[route.page]()) as { default: Page }
  const { page, ...given } = route
  return { route, Page, given, key: 'id' in route ? route.id : page === 'rules' ? page : pageOf(route) }
}

export const called = (route: Route): string => NAMES[route.page]

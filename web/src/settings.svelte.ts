/** What this browser remembers about its reader: theme, sound, and the like. */

export type Theme = 'auto' | 'light' | 'dark'

interface Kept {
  theme: Theme
  muted: boolean
  confirms: boolean
  notifies: boolean
}

const KEY = 'rumpus'
const FIRST: Kept = { theme: 'auto', muted: false, confirms: false, notifies: false }

function stored(): Kept {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) }
  } catch {
    return FIRST
  }
}

export const settings = $state<Kept>(stored())

export function set<Key extends keyof Kept>(key: Key, value: Kept[Key]): void {
  settings[key] = value
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    return // a browser that keeps nothing still plays
  }
}

export const isDark = (): boolean =>
  settings.theme === 'dark' || (settings.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)

/**
 * Standing passes: what somebody has said to pass on, so that the page presses the button for them. A table knows nothing of
 * it: a pass is a pass. Only where a scene says what is asked (`topic`) and has a button to pass.
 */
import type { Button, Scene } from './wire'

export interface Standing {
  /** Pass while nothing concerns me. */
  calm: boolean
  /** Pass whenever this is asked. */
  topics: readonly string[]
}
export const NONE: Standing = { calm: false, topics: [] }

type Asked = Pick<Scene, 'topic' | 'concerns' | 'buttons'>

/** So long what is asked can be seen before the page passes on it. */
export const MOMENT = 650

/** The button that passes, where somebody may say to pass by itself. */
export const passButton = (scene: Asked): Button | null =>
  (scene.topic && scene.buttons.find((button) => button.kind === 'pass')) || null

/** What the page has to press for somebody who is asked this; null where they have to choose themselves. */
export function passing(scene: Asked, { calm, topics }: Standing): number | null {
  const button = passButton(scene)
  if (!button) return null
  return topics.includes(scene.topic) || (calm && !scene.concerns) ? button.action : null
}

/** What is left of it when somebody is asked this: who is concerned wants to know. */
export function after(scene: Asked, standing: Standing): Standing {
  const isOver = standing.calm && scene.concerns && passing(scene, { ...standing, calm: false }) === null
  return isOver ? { ...standing, calm: false } : standing
}

export const withTopic = (standing: Standing, topic: string): Standing =>
  standing.topics.includes(topic) ? standing : { ...standing, topics: [...standing.topics, topic] }
export const withoutTopic = (standing: Standing, topic: string): Standing => ({ ...standing, topics: standing.topics.filter((one) => one !== topic) })

// What this browser remembers, for each table and seat -----------------------------------------------------------------

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const key = (table: string, seat: number): string => `rumpus-passes/${table}/${seat}`

export function remembered(table: string, seat: number, shelf: Shelf | null): Standing {
  try {
    const kept: unknown = JSON.parse(shelf?.getItem(key(table, seat)) ?? '[]')
    return { calm: false, topics: Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [] }
  } catch {
    return NONE
  }
}

export function remember(table: string, seat: number, { topics }: Standing, shelf: Shelf | null): void {
  try {
    if (topics.length) shelf?.setItem(key(table, seat), JSON.stringify(topics))
    else shelf?.removeItem(key(table, seat))
  } catch {
    return // a browser that keeps nothing still passes
  }
}

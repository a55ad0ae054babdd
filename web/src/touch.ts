/** What a scene offers to be touched, where its pieces lie, and what is advised: read from the data alone. */
import type { AdviceCard, Area, Scene } from './wire'

export interface Counsel {
  share: number
  worth: number
  error: number
  best: boolean
  /** How often, or, where only one choice is advised, what each is worth. */
  said: string
}
export interface Touchable {
  key: string
  action: number
  label: string
}

/** Everything that may be touched, in the order in which it lies on the table; buttons last. */
export function touchables(scene: Scene): Touchable[] {
  const found: Touchable[] = []
  const add = (key: string, label: string, action: number | null | undefined): void => {
    if (action !== null && action !== undefined) found.push({ key, action, label })
  }
  for (const area of scene.areas) {
    for (const space of area.spaces ?? []) add(`s:${space.id}`, space.label, space.action)
    for (const piece of area.pieces ?? []) add(`p:${piece.id}`, piece.label, piece.action)
  }
  for (const button of scene.buttons) add(`b:${button.action}`, button.label, button.action)
  return found
}

/** Where every piece lies, by area and space, to tell which have moved. */
export function whereabouts(scene: Scene): Map<string, string> {
  const places = scene.areas.flatMap((area) =>
    (area.pieces ?? []).map((piece) => [piece.id, `${area.id}/${piece.space ?? ''}`] as const),
  )
  return new Map(places)
}

/**
 * Open cards that go straight from a hand, or from under the table's eyes, to where a seat sets its cards aside: they
 * are first shown in the middle, as one shows a card to all. What lay open in the middle before has been seen.
 */
export function presented(before: Scene, after: Scene): Set<string> {
  const within = (scene: Scene, is: (area: Area) => boolean) => scene.areas.filter(is).flatMap((area) => area.pieces ?? [])
  const isCommon = (area: Area): boolean => area.seat === undefined || area.seat === null
  const hidden = within(before, isCommon).filter((piece) => !piece.title)
  const news = new Set([...within(before, (area) => area.layout === 'fan'), ...hidden].map((piece) => piece.id))
  const aside = within(after, (area) => !isCommon(area) && area.layout !== 'fan')
  return new Set(aside.filter((piece) => piece.kind === 'card' && piece.title && news.has(piece.id)).map((piece) => piece.id))
}

export function counselOf(advice: AdviceCard | null, action: number): Counsel | null {
  const found = advice?.choices.find((choice) => choice.action === action)
  if (!advice || !found) return null
  const best = Math.max(...advice.choices.map((choice) => choice.share))
  const said = best === 1 ? found.worth.toFixed(1) : `${Math.round(found.share * 100)} %`
  return { share: found.share, worth: found.worth, error: found.error, best: found.share === best, said }
}

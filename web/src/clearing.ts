/** Where on a table something may be laid over the rest for a while. */
import { type Box, GAP, type Plan } from './layout'
import type { Area, Scene } from './wire'

const mayBeTouched = (area: Area): boolean => [...(area.pieces ?? []), ...(area.spaces ?? [])].some((thing) => typeof thing.action === 'number')

/** What is smaller than this shows hardly one entry. */
const LEAST = [140, 46] as const

/**
 * A place, as large as is wanted if there is one, that lies over no plate, not over what is asked, nor over what may be
 * touched. Where that leaves too little, other seats' plates may be covered for a while, then one's own cards that may not
 * be touched now; on the smallest table anything but what is asked.
 */
export function clearing(scene: Scene, plan: Plan, width: number, height: number, wanted: [number, number]): Box {
  const asked = [plan.prompt, ...(plan.folded ? [plan.folded] : [])]
  const places = (areas: Area[]): Box[] => areas.flatMap((area) => plan.areas.get(area.id) ?? [])
  const touchable = [...asked, ...places(scene.areas.filter(mayBeTouched))]
  const needed = [...touchable, ...places(scene.areas.filter((area) => area.seat === scene.viewer))]
  const [own, plates] = [plan.plates.get(scene.viewer), [...plan.plates.values()]]
  const found = [[...needed, ...plates], [...needed, ...(own ? [own] : [])], touchable, asked].map((taken) => () => freest(taken, width, height, wanted))
  let best = found[0]!()
  for (const next of found.slice(1)) if (best.width < LEAST[0] || best.height < LEAST[1]) best = next()
  return best
}

/** The largest place, up to what is wanted, that crosses none of these. */
function freest(taken: Box[], width: number, height: number, wanted: [number, number]): Box {
  const xs = [GAP, width - GAP, ...taken.flatMap((box) => [box.x - GAP, box.x + box.width + GAP])]
  const ys = [GAP, height - GAP, ...taken.flatMap((box) => [box.y - GAP, box.y + box.height + GAP])]
  const inside = (at: number, most: number): boolean => at >= GAP && at <= most - GAP
  const spans = (edges: number[]): [number, number][] => edges.flatMap((one) => edges.filter((other) => other > one).map((other) => [one, other] as [number, number]))
  let [best, most] = [{ x: GAP, y: GAP, width: 0, height: 0 }, -1]
  for (const [top, bottom] of spans(ys.filter((y) => inside(y, height)))) {
    const beside = taken.filter((box) => box.y < bottom && box.y + box.height > top)
    for (const [left, right] of spans(xs.filter((x) => inside(x, width)))) {
      if (beside.some((box) => box.x < right && box.x + box.width > left)) continue
      const size = Math.min(right - left, wanted[0]) * Math.min(bottom - top, wanted[1])
      // Of two that are large enough the one nearer to the middle.
      const value = size - Math.abs(left + right - width) / 100 - Math.abs(top + bottom - height) / 100
      if (value > most) [best, most] = [{ x: left, y: top, width: right - left, height: bottom - top }, value]
    }
  }
  return best
}

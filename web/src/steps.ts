/** What lay on the table on the way to a new scene is shown piece by piece, so that one sees what chance has done. */

/** A step takes so much of what a bot takes for a choice; all together they take no longer than MOST. The server counts on it. */
const SHARE = 0.39
const MOST = 3000

/** How long each of so many steps is shown, in milliseconds: not at all at a table that does not wait either. */
export const lasting = (pace: number, count: number): number => (count ? Math.min(SHARE * pace, MOST / count) : 0)

/** Shows one after the other, and then comes to the end; or to the end at once, if one wants. */
export class Player {
  private timer: ReturnType<typeof setTimeout> | undefined
  private end: (() => void) | null = null

  /** What is still under way comes to its end first. */
  play(count: number, each: number, show: (step: number) => void, end: () => void): void {
    this.skip()
    this.end = end
    const go = (step: number): void => {
      if (step >= count) return this.skip()
      show(step)
      this.timer = setTimeout(go, each, step + 1)
    }
    go(each > 0 ? 0 : count)
  }

  skip(): void {
    const end = this.end
    clearTimeout(this.timer)
    this.end = null
    end?.()
  }
}

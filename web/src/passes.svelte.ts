/** The standing passes of the one who sits at this table: kept, shown, and acted upon after a moment. */
import { after, MOMENT, NONE, passing, remember, remembered, withoutTopic, withTopic, type Standing } from './standing'
import type { Table } from './table.svelte'

const shelf = (): Storage | null => {
  try {
    return localStorage
  } catch {
    return null
  }
}

export class Passes {
  standing = $state.raw<Standing>(NONE)
  private seat: number | null = null
  /** What the page will press by itself; null where somebody has to choose. */
  readonly next = $derived.by(() => (this.table.asked && this.table.scene ? passing(this.table.scene, this.standing) : null))

  constructor(private readonly table: Table) {}

  /** Whoever sits down has what they said before, in this browser. */
  sit(seat: number | null): void {
    if (seat === this.seat) return
    this.seat = seat
    this.standing = seat === null ? NONE : remembered(this.table.id, seat, shelf())
  }

  /** Somebody is asked: presses the button for them after a moment, if they have said so. What it gives back calls that off. */
  asked(): (() => void) | undefined {
    const scene = this.table.scene
    if (!scene || !this.table.asked) return
    this.standing = after(scene, this.standing)
    const action = this.next
    if (action === null) return
    const timer = setTimeout(() => this.table.act(action), MOMENT)
    return () => clearTimeout(timer)
  }

  calm(is: boolean): void {
    this.standing = { ...this.standing, calm: is }
  }

  always(topic: string): void {
    this.keep(withTopic(this.standing, topic))
  }

  never(topic: string): void {
    this.keep(withoutTopic(this.standing, topic))
  }

  private keep(standing: Standing): void {
    this.standing = standing
    if (this.seat !== null) remember(this.table.id, this.seat, standing, shelf())
  }
}

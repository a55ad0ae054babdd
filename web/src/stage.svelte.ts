/** What all pieces of a table have in common: which may be touched, which is in focus, what is advised. */
import type { Table } from './table.svelte'
import { type Counsel, counselOf, touchables } from './touch'
import type { Piece, Space } from './wire'

export class Stage {
  focus = $state('')
  keyboard = $state(false)
  lit = $state.raw(new Set<string>())
  held = $state<number | null>(null)

  readonly open = $derived.by(() => this.table.asked)
  readonly list = $derived.by(() => (this.open && this.table.scene ? touchables(this.table.scene) : []))
  readonly first = $derived.by(() => this.list.find((one) => one.key === this.focus)?.key ?? this.list[0]?.key ?? this.focus)

  constructor(private readonly table: Table) {}

  tabindex(key: string): 0 | -1 {
    return key === this.first ? 0 : -1
  }

  hint(key: string): number | null {
    const number = this.keyboard ? this.list.findIndex((one) => one.key === key) : -1
    return number >= 0 && number < 9 ? number + 1 : null
  }

  counselOn(action: number | null): Counsel | null {
    return action === null ? null : counselOf(this.table.counsel, action)
  }

  isSent(action: number | null | undefined): boolean {
    return this.table.live && typeof action === 'number' && this.table.sent?.action === action
  }

  isHeld(action: number | null): boolean {
    return action !== null && this.held === action
  }

  label(thing: Piece | Space, action: number | null): string {
    const counsel = this.counselOn(action)
    const count = 'count' in thing && (thing.count ?? 1) > 1 && thing.kind !== 'pile' ? `, ${thing.count} of them` : ''
    const advised = counsel ? `, advised ${Math.round(counsel.share * 100)} per cent` : ''
    return `${thing.label}${count}${advised}`
  }
}

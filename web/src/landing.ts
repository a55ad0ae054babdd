/**
 * After a change of page the focus goes to what the new page is about: its heading, or at a table what is asked. Keys go
 * on from there, and screen readers read it out.
 */
const GOAL = '[data-landing], main h1'
/** Milliseconds in which a page has to show what it is about. */
const PATIENCE = 10_000

let waiting: MutationObserver | undefined
let end: ReturnType<typeof setTimeout> | undefined

export function land(): void {
  stop()
  const from = document.activeElement
  if (arrived(from)) return
  waiting = new MutationObserver(() => {
    if (arrived(from)) stop()
  })
  waiting.observe(document.body, { childList: true, subtree: true })
  end = setTimeout(stop, PATIENCE)
}

function stop(): void {
  waiting?.disconnect()
  clearTimeout(end)
}

/** Whether there is nothing left to do: the goal has the focus, or the person has gone on to something else. */
function arrived(from: Element | null): boolean {
  const at = document.activeElement
  if (at && at !== document.body && at !== from) return true
  const goal = document.querySelector<HTMLElement>(GOAL)
  if (!goal) return false
  goal.tabIndex = -1
  goal.focus({ preventScroll: true })
  return true
}

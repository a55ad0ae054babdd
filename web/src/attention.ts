/** Tells somebody who looks elsewhere that it is their turn: by the window's title and, where allowed, a notification. */

export function title(page: string, turns: number): string {
  return `${turns > 0 ? `(${turns > 1 ? turns : 'your turn'}) ` : ''}${page} · rumpus`
}

export async function mayNotify(): Promise<boolean> {
  if (!('Notification' in window)) return false
  if (Notification.permission === 'default') await Notification.requestPermission()
  return Notification.permission === 'granted'
}

export function notify(words: string, path: string, wanted: boolean): void {
  if (!wanted || !document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return
  const note = new Notification('rumpus', { body: words, tag: path })
  note.onclick = () => {
    window.focus()
    note.close()
  }
}

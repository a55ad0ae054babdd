/** How long something will take that the server knows only roughly, in words. */
export function about(seconds: number | null): string {
  if (seconds === null) return ''
  if (seconds <= 0) return 'It takes longer than thought.'
  if (seconds < 8) return 'A few seconds more.'
  if (seconds < 90) return `About ${Math.ceil(seconds / 5) * 5} seconds more.`
  return `About ${Math.round(seconds / 60)} minutes more.`
}

/** What is left, so many milliseconds after it was told. */
export const remaining = (seconds: number | null, since: number): number | null =>
  seconds === null ? null : Math.max(0, seconds - since / 1000)

/** Clocks are the server's; between two updates the page only counts on. */
import type { Person } from './wire'

/** Seconds left of a person's time, so many milliseconds after it was told. */
export function left(person: Pick<Person, 'left' | 'acting' | 'clock_waits'>, since: number): number | null {
  if (person.left === null) return null
  return Math.max(0, person.left - (person.acting && !person.clock_waits ? since / 1000 : 0))
}

const two = (number: number): string => String(number).padStart(2, '0')

/** 2:05, 1:00:09, or 3 d 4 h. */
export function shown(seconds: number): string {
  const whole = Math.ceil(seconds)
  const [days, hours] = [Math.floor(whole / 86_400), Math.floor(whole / 3600) % 24]
  if (days > 0) return `${days} d ${hours} h`
  const [minutes, rest] = [Math.floor(whole / 60) % 60, whole % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** How long ago something was, roughly, in words. */
export function ago(seconds: number): string {
  if (seconds < 90) return 'just now'
  if (seconds < 5400) return `${Math.round(seconds / 60)} minutes ago`
  if (seconds < 129_600) return `${Math.round(seconds / 3600)} hours ago`
  return `${Math.round(seconds / 86_400)} days ago`
}

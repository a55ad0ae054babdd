/** Sounds made on the spot: no files. Silent until somebody has touched the page, as browsers want it. */
import type { Sound } from './wire'

type Named = Exclude<Sound, ''>

interface Tone {
  /** Hertz at the start and at the end. */
  from: number
  to: number
  at: number
  lasts: number
  loud: number
  wave: OscillatorType
}

interface Hiss {
  at: number
  lasts: number
  loud: number
  /** Where the noise is let through, in hertz. */
  pitch: number
}

const tone = (from: number, to: number, at: number, lasts: number, loud: number, wave: OscillatorType = 'sine'): Tone => ({
  from, to, at, lasts, loud, wave,
})
const hiss = (at: number, lasts: number, loud: number, pitch: number): Hiss => ({ at, lasts, loud, pitch })

export const SCORES: Record<Named, (Tone | Hiss)[]> = {
  card: [hiss(0, 0.07, 0.35, 2400)],
  turn: [hiss(0, 0.05, 0.3, 3200), hiss(0.07, 0.06, 0.35, 1800)],
  roll: [0, 0.07, 0.13, 0.2, 0.29, 0.41].map((at) => hiss(at, 0.05, 0.4, 900 + 700 * ((at * 37) % 1))),
  clash: [hiss(0, 0.12, 0.4, 4200), tone(1900, 1300, 0, 0.25, 0.12, 'triangle'), tone(2540, 2300, 0.02, 0.3, 0.08)],
  roar: [tone(120, 60, 0, 0.7, 0.3, 'sawtooth'), hiss(0, 0.6, 0.3, 400)],
  boom: [tone(90, 30, 0, 0.6, 0.6), hiss(0, 0.35, 0.5, 300)],
  coin: [tone(1320, 1320, 0, 0.08, 0.18, 'triangle'), tone(1980, 1980, 0.07, 0.22, 0.18, 'triangle')],
  bell: [tone(880, 878, 0, 0.9, 0.22), tone(1760, 1755, 0, 0.5, 0.08)],
  win: [523, 659, 784, 1047].map((pitch, number) => tone(pitch, pitch, number * 0.13, 0.35, 0.2, 'triangle')),
}

let context: AudioContext | null = null
let noise: AudioBuffer | null = null

/** To be called when somebody touches the page for the first time. */
export function wake(): void {
  context ??= new AudioContext()
  void context.resume()
}

export function play(sound: Sound, muted: boolean): void {
  if (!sound || muted || context?.state !== 'running') return
  for (const part of SCORES[sound]) 'wave' in part ? sing(context, part) : rustle(context, part)
}

function shaped(audio: AudioContext, at: number, lasts: number, loud: number): GainNode {
  const gain = audio.createGain()
  const start = audio.currentTime + at
  gain.gain.setValueAtTime(0.0001, start)
  gain.gain.exponentialRampToValueAtTime(loud * 0.6, start + 0.008)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts)
  gain.connect(audio.destination)
  return gain
}

function sing(audio: AudioContext, { from, to, at, lasts, loud, wave }: Tone): void {
  const voice = audio.createOscillator()
  const start = audio.currentTime + at
  voice.type = wave
  voice.frequency.setValueAtTime(from, start)
  voice.frequency.exponentialRampToValueAtTime(to, start + lasts)
  voice.connect(shaped(audio, at, lasts, loud))
  voice.start(start)
  voice.stop(start + lasts)
}

function rustle(audio: AudioContext, { at, lasts, loud, pitch }: Hiss): void {
  const source = audio.createBufferSource()
  const filter = audio.createBiquadFilter()
  source.buffer = noise ??= white(audio)
  filter.type = 'bandpass'
  filter.frequency.value = pitch
  source.connect(filter).connect(shaped(audio, at, lasts, loud))
  source.start(audio.currentTime + at, 0, lasts)
}

function white(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let number = 0; number < samples.length; number++) samples[number] = Math.random() * 2 - 1
  return buffer
}

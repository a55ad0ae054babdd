/** A table as this page knows it: what came by the socket, what was sent, and which moment is looked at. */
import * as api from './api'
import { heard, next } from './chat'
import { merged } from './moments'
import { lasting, Player } from './steps'
import { newId, TableSocket, type Link } from './socket'
import type { AdviceCard, Chat, ChatLine, Line, Past, Person, Readying, Scene, ToPage, Update } from './wire'

export class Table {
  update = $state.raw<Update | null>(null)
  people = $state.raw<Person[]>([])
  mayHandOver = $state.raw<number[]>([])
  /** What bots here lack, if they lack anything. */
  readying = $state.raw<Readying | null>(null)
  lines = $state.raw<Line[]>([])
  chat = $state.raw<ChatLine[]>([])
  /** Lines of the chat before this number are no news. */
  read = $state<number | null>(null)
  link = $state<Link>('joining')
  /** When the clocks were last told. */
  toldAt = $state(0)
  gone = $state('')
  notice = $state('')
  /** An answer that is on its way. */
  sent = $state.raw<{ ask: number; action: number } | null>(null)
  past = $state.raw<Past | null>(null)
  /** The update to which the steps lead that are being shown, and how many of them have been. */
  coming = $state.raw<Update | null>(null)
  step = $state(0)
  advice = $state.raw<AdviceCard | null>(null)
  advising = $state(false)
  /** Whose view of the past is looked at: a seat, the watcher's (null), or one's own (undefined). */
  eyes = $state<number | null | undefined>(undefined)

  readonly scene: Scene | null = $derived(this.past?.scene ?? this.coming?.steps?.[this.step - 1] ?? this.update?.scene ?? null)
  readonly live = $derived(this.past === null)
  readonly ask = $derived(this.coming ? null : (this.update?.ask ?? null))
  readonly asked = $derived(this.live && this.ask !== null && this.sent?.ask !== this.ask)
  readonly counsel = $derived(this.advice && this.advice.ask === this.ask ? this.advice : null)

  private readonly socket: TableSocket
  private readonly seen = new Map<string, Past>()
  private readonly player = new Player()
  private wanted = -1

  /** Whether it is calm: then nothing moves, and no steps are shown. */
  constructor(readonly id: string, private readonly calm: () => boolean) {
    const have = () => ({ version: this.update?.version ?? 0, lines: this.lines.length, chat: next(this.chat) })
    this.socket = new TableSocket(api.socketAddress(id), have, (message) => this.hear(message), (link) => (this.link = link))
  }

  start(): void {
    this.socket.start()
  }

  close(): void {
    this.skip()
    this.socket.close()
  }

  nudge(): void {
    this.socket.nudge()
  }

  private hear(message: ToPage): void {
    if (message.type === 'update') this.take(message)
    else if (message.type === 'people') this.meet(message)
    else if (message.type === 'chat') this.listen(message)
    else if (message.type === 'refused') this.refused(message.sentence)
    else if (message.type === 'gone') this.gone = message.sentence
  }

  private listen(chat: Chat): void {
    this.chat = heard(this.chat, chat.since, chat.lines)
    // What was said before one came is not news.
    this.read ??= next(this.chat)
  }

  private take(update: Update): void {
    this.skip()
    if (this.update && update.version < this.update.version) return
    const steps = update.steps?.length ?? 0
    this.meet(update)
    if (this.sent && this.sent.ask !== update.ask) this.sent = null
    const each = this.live && !this.calm() ? lasting(update.pace, steps) : 0
    this.player.play(steps, each, (step) => ([this.coming, this.step] = [update, step + 1]), () => this.become(update))
  }

  /** To the end of the steps that are being shown. */
  skip(): void {
    this.player.skip()
  }

  private become(update: Update): void {
    ;[this.coming, this.step] = [null, 0]
    const isUnsealed = this.update?.sealed_by.length !== update.sealed_by.length
    if (this.update && (update.moments < this.update.moments || isUnsealed)) this.seen.clear()
    this.lines = merged(this.lines, update.lines_from, update.lines)
    this.update = update
  }

  private meet(told: Pick<Update, 'people' | 'may_hand_over' | 'readying'>): void {
    this.people = told.people
    this.mayHandOver = told.may_hand_over
    this.readying = told.readying
    this.toldAt = Date.now()
  }

  private refused(sentence: string): void {
    this.sent = null
    this.notice = sentence
  }

  act(action: number): void {
    if (!this.asked || this.ask === null) return
    this.notice = ''
    this.sent = { ask: this.ask, action }
    this.socket.send({ type: 'act', id: newId(), ask: this.ask, action })
  }

  takeBack(): void {
    if (!this.coming && this.update?.may_take_back) this.socket.send({ type: 'back', id: newId(), version: this.update.version })
  }

  say(text: string): void {
    this.socket.send({ type: 'say', id: newId(), text })
  }

  /** Do something by HTTP; what goes wrong is shown. */
  async attempt<T>(doing: Promise<T>): Promise<T | null> {
    try {
      this.notice = ''
      return await doing
    } catch (wrong) {
      this.notice = (wrong as Error).message
      return null
    }
  }

  async askAdvice(): Promise<void> {
    if (this.advising) return
    this.advising = true
    this.advice = (await this.attempt(api.advice(this.id))) ?? this.advice
    this.advising = false
  }

  /** Show a moment of the past; only the last one asked for counts. */
  async look(moment: number, eyes: number | null | undefined = this.eyes): Promise<void> {
    const key = `${moment}/${eyes}`
    this.wanted = moment
    this.eyes = eyes
    const past = this.seen.get(key) ?? (await this.attempt(api.moment(this.id, moment, eyes)))
    if (!past) return
    this.seen.set(key, past)
    if (this.wanted === moment && this.eyes === eyes) this.past = past
  }

  now(): void {
    this.wanted = -1
    this.past = null
    this.eyes = undefined
  }
}

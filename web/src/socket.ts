/**
 * The socket to a table. It says what the page has already, keeps what was not answered yet, and comes back by itself:
 * a message is sent again under its own id until it is answered, so that it is carried out exactly once.
 */
import type { Act, FromPage, Hello, Say, TakeBack, ToPage } from './wire'

export const PING_EVERY = 2_500
export const DEAD_AFTER = 9_000
const FIRST_WAIT = 250
const LONGEST_WAIT = 8_000

export type Have = Required<Omit<Hello, 'type'>>
export type Link = 'joining' | 'on' | 'off' | 'gone'
export type Lasting = Act | TakeBack | Say
export type Plug = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'onopen' | 'onmessage' | 'onclose'>

const OPEN = 1

/** How long to wait before the next try: longer each time, and never all pages at the same moment. */
export function waiting(tries: number, random: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries) * (0.5 + random / 2)
}

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export class TableSocket {
  private plug: Plug | null = null
  private readonly pending = new Map<string, Lasting>()
  private tries = 0
  private heard = 0
  private said = 0
  private beat: ReturnType<typeof setInterval> | undefined
  private retry: ReturnType<typeof setTimeout> | undefined
  private link: Link = 'joining'

  constructor(
    private readonly url: string,
    private readonly have: () => Have,
    private readonly hear: (message: ToPage) => void,
    private readonly linked: (link: Link) => void,
    private readonly open: (url: string) => Plug = (address) => new WebSocket(address),
  ) {}

  start(): void {
    this.beat ??= setInterval(() => this.ping(), PING_EVERY)
    this.connect()
  }

  close(): void {
    clearInterval(this.beat)
    clearTimeout(this.retry)
    this.link = 'gone'
    this.unplug()
  }

  /** Keep a message until it is answered, whatever happens to the line. */
  send(message: Lasting): void {
    this.pending.set(message.id, message)
    this.write(message)
  }

  /** Try at once: the machine woke up, or is online again. */
  nudge(): void {
    if (this.link === 'off') this.connect()
    else this.ping()
  }

  get unanswered(): number {
    return this.pending.size
  }

  private connect(): void {
    if (this.link === 'gone') return
    clearTimeout(this.retry)
    this.unplug()
    const plug = this.open(this.url)
    this.plug = plug
    this.heard = Date.now()
    plug.onopen = () => this.greet()
    plug.onmessage = (event) => this.take(JSON.parse(String(event.data)) as ToPage)
    plug.onclose = () => this.lost(plug)
  }

  private greet(): void {
    this.write({ type: 'hello', ...this.have() })
    for (const message of this.pending.values()) this.write(message)
  }

  private take(message: ToPage): void {
    this.heard = Date.now()
    this.tries = 0
    this.tell(message.type === 'gone' ? 'gone' : 'on')
    if (message.type === 'done' || message.type === 'refused') this.pending.delete(message.id)
    if (message.type === 'update') for (const id of message.done ?? []) this.pending.delete(id)
    if (message.type === 'gone') this.close()
    this.hear(message)
  }

  private ping(): void {
    if (!this.plug) return
    if (Date.now() - this.heard > DEAD_AFTER) this.lost(this.plug)
    else if (Date.now() - this.said >= PING_EVERY) this.write({ type: 'ping' })
  }

  private lost(plug: Plug): void {
    if (plug !== this.plug || this.link === 'gone') return
    this.unplug()
    this.tell('off')
    this.retry = setTimeout(() => this.connect(), waiting(this.tries++, Math.random()))
  }

  private unplug(): void {
    const plug = this.plug
    this.plug = null
    if (!plug) return
    plug.onopen = plug.onmessage = plug.onclose = null
    plug.close()
  }

  private write(message: FromPage): void {
    if (this.plug?.readyState !== OPEN) return
    this.said = Date.now()
    this.plug.send(JSON.stringify(message))
  }

  private tell(link: Link): void {
    if (link === this.link) return
    this.link = link
    this.linked(link)
  }
}

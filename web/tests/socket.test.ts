import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { DEAD_AFTER, type Link, newId, PING_EVERY, type Plug, TableSocket, waiting } from '../src/socket'
import type { ToPage } from '../src/wire'

class Fake implements Plug {
  readyState: Plug['readyState'] = 0
  onopen: Plug['onopen'] = null
  onmessage: Plug['onmessage'] = null
  onclose: Plug['onclose'] = null
  readonly sent: { type: string; id?: string }[] = []
  closed = false

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.closed = true
    this.readyState = 3
  }
  opens(): void {
    this.readyState = 1
    this.onopen!.call(null as never, {} as Event)
  }
  says(message: Partial<ToPage> & { type: string }): void {
    this.onmessage!.call(null as never, { data: JSON.stringify(message) } as MessageEvent)
  }
  drops(): void {
    this.readyState = 3
    this.onclose!.call(null as never, {} as CloseEvent)
  }
  kinds(): string[] {
    return this.sent.map((message) => message.type)
  }
}

let plugs: Fake[]
let links: Link[]
let heard: ToPage[]
let have: { version: number; lines: number; chat: number }
let socket: TableSocket

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  ;[plugs, links, heard, have] = [[], [], [], { version: 0, lines: 0, chat: 0 }]
  const open = (): Plug => {
    plugs.push(new Fake())
    return plugs.at(-1)!
  }
  socket = new TableSocket('ws://x', () => have, (message) => heard.push(message), (link) => links.push(link), open)
  socket.start()
})
afterEach(() => {
  socket.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const act = (id: string) => ({ type: 'act' as const, id, ask: 1, action: 2 })

describe('the socket to a table', () => {
  it('says first of all what the page has', () => {
    have = { version: 7, lines: 3, chat: 1 }
    plugs[0]!.opens()
    expect(plugs[0]!.sent).toEqual([{ type: 'hello', version: 7, lines: 3, chat: 1 }])
  })

  it('is on when the first message has come, not before', () => {
    plugs[0]!.opens()
    expect(links).toEqual([])
    plugs[0]!.says({ type: 'pong', version: 1 })
    expect(links).toEqual(['on'])
  })

  it('pings while it is open', () => {
    plugs[0]!.opens()
    plugs[0]!.says({ type: 'pong', version: 1 })
    vi.advanceTimersByTime(PING_EVERY * 2)
    expect(plugs[0]!.kinds()).toEqual(['hello', 'ping', 'ping'])
  })

  it('takes a silent line for dead and comes back with the version it has by then', () => {
    plugs[0]!.opens()
    plugs[0]!.says({ type: 'pong', version: 1 })
    have = { version: 9, lines: 4, chat: 0 }
    vi.advanceTimersByTime(DEAD_AFTER + PING_EVERY)
    expect(plugs[0]!.closed).toBe(true)
    expect(links).toEqual(['on', 'off'])
    vi.advanceTimersByTime(1000)
    plugs[1]!.opens()
    expect(plugs[1]!.sent).toEqual([{ type: 'hello', version: 9, lines: 4, chat: 0 }])
  })

  it('sends what was not answered again under the same id, after the greeting, and no more once it is answered', () => {
    plugs[0]!.opens()
    socket.send(act('abcd'))
    plugs[0]!.drops()
    vi.advanceTimersByTime(1000)
    plugs[1]!.opens()
    expect(plugs[1]!.sent).toEqual([{ type: 'hello', ...have }, act('abcd')])
    plugs[1]!.says({ type: 'done', id: 'abcd', version: 2 })
    plugs[1]!.drops()
    vi.advanceTimersByTime(1000)
    plugs[2]!.opens()
    expect(plugs[2]!.kinds()).toEqual(['hello'])
  })

  it('keeps what is said while there is no line', () => {
    socket.send(act('abcd'))
    expect(plugs[0]!.sent).toEqual([])
    plugs[0]!.opens()
    expect(plugs[0]!.kinds()).toEqual(['hello', 'act'])
  })

  it('takes a refusal for an answer', () => {
    plugs[0]!.opens()
    socket.send(act('abcd'))
    plugs[0]!.says({ type: 'refused', id: 'abcd', sentence: 'Too late.', stale: true })
    expect(socket.unanswered).toBe(0)
    expect(heard.at(-1)).toMatchObject({ type: 'refused', sentence: 'Too late.' })
  })

  it('hears nothing from a line it has given up', () => {
    plugs[0]!.opens()
    const [old, take] = [plugs[0]!, plugs[0]!.onmessage]
    old.drops()
    expect(old.onmessage).toBeNull()
    expect(take).not.toBeNull()
  })

  it('waits longer with each try, up to a limit', () => {
    expect([0, 1, 2, 9].map((tries) => waiting(tries, 1))).toEqual([250, 500, 1000, 8000])
    expect(waiting(3, 0)).toBe(1000)
  })

  it('tries at once when the machine is online again', () => {
    plugs[0]!.drops()
    socket.nudge()
    expect(plugs).toHaveLength(2)
  })

  it('does not come back when the table is gone', () => {
    plugs[0]!.opens()
    plugs[0]!.says({ type: 'gone', sentence: 'There is no such table.' })
    vi.advanceTimersByTime(60_000)
    expect(plugs).toHaveLength(1)
    expect(links.at(-1)).toBe('gone')
    expect(heard.at(-1)).toMatchObject({ sentence: 'There is no such table.' })
  })

  it('makes ids that the server takes, each another', () => {
    const ids = Array.from({ length: 50 }, newId)
    expect(new Set(ids).size).toBe(50)
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{4,40}$/)
  })
})

describe('what goes over the line', () => {
  it('an update may say that a message is done', () => {
    plugs[0]!.opens()
    socket.send(act('one'))
    socket.send(act('two'))
    plugs[0]!.says({ type: 'update', done: ['one'] })
    expect(socket.unanswered).toBe(1)
    plugs[0]!.says({ type: 'update', done: [] })
    expect(socket.unanswered).toBe(1)
  })

  it('who has just said something need not ping', () => {
    plugs[0]!.opens()
    vi.advanceTimersByTime(PING_EVERY - 100)
    socket.send(act('one'))
    vi.advanceTimersByTime(100)
    expect(plugs[0]!.kinds()).toEqual(['hello', 'act'])
    vi.advanceTimersByTime(PING_EVERY)
    expect(plugs[0]!.kinds()).toEqual(['hello', 'act', 'ping'])
  })
})

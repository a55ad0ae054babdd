import { afterEach, describe, expect, it, vi } from 'vitest'

import * as api from '../src/api'

function answer(status: number, body: string): ReturnType<typeof vi.fn> {
  const fetching = vi.fn(async () => new Response(body || null, { status }))
  vi.stubGlobal('fetch', fetching)
  return fetching
}
afterEach(() => vi.unstubAllGlobals())

describe('the server by HTTP', () => {
  it('is asked with JSON and answers with it', async () => {
    const fetching = answer(200, '{"id":"abcd","path":"/t/abcd"}')
    expect(await api.open({ game: 'x', public: true })).toEqual({ id: 'abcd', path: '/t/abcd' })
    const [path, options] = fetching.mock.calls[0] as [string, RequestInit]
    expect(path).toBe('/api/tables')
    expect(options.method).toBe('POST')
    expect(JSON.parse(String(options.body))).toEqual({ game: 'x', public: true })
  })
  it('says in a sentence what was wrong', async () => {
    answer(400, '{"sentence":"There is no such game."}')
    await expect(api.open({ game: 'x' })).rejects.toThrow('There is no such game.')
  })
  it('may answer with nothing', async () => {
    answer(200, '')
    expect(await api.reclaim('abcd')).toBeNull()
  })
  it('that is not there gets a sentence too', async () => {
    vi.stubGlobal('fetch', vi.fn(() => Promise.reject(new TypeError('failed'))))
    await expect(api.lobby()).rejects.toThrow('The server does not answer.')
  })
  it('is asked for a moment with the eyes that are wanted', async () => {
    const fetching = answer(200, '{}')
    await api.moment('abcd', 3, undefined)
    await api.moment('abcd', 3, 1)
    await api.moment('abcd', 3, null)
    expect(fetching.mock.calls.map((call) => call[0])).toEqual([
      '/api/tables/abcd/moments/3', '/api/tables/abcd/moments/3?seat=1', '/api/tables/abcd/moments/3?seat=-1',
    ])
  })
})

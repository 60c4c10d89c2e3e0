import { type AddressInfo, connect, createServer } from 'node:net'
import { createAgoraClient, everyItem, UnexpectedAnswer } from '@agora/client'
import { services } from '@agora/shared/contracts/services'
import { basic } from '@agora/testing/client'
import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** A proxy for a server that breaks the first connections once their answer has begun. */
async function startLossyProxy({ hostname, port }: URL, losses: number) {
  let lost = 0
  const server = createServer((caller) => {
    const upstream = connect(Number(port), hostname)
    caller.pipe(upstream)
    upstream.on('data', (data) => {
      if (lost < losses) {
        lost += 1
        caller.resetAndDestroy()
        upstream.destroy()
      } else caller.write(data)
    })
    upstream.on('close', () => caller.destroy())
    for (const socket of [caller, upstream]) socket.on('error', () => {})
    caller.on('close', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get lost() {
      return lost
    },
    close: () => {
      // The client's open connections are closed with their suite.
      server.close()
    },
  }
}

describe('the typed client', () => {
  let suite: Suite
  beforeAll(async () => {
    suite = await startSuite({ services })
  })
  afterAll(() => suite?.close())

  test('registers a member, opens a thread, replies and reads it back', async () => {
    const guest = createAgoraClient(suite.url)
    const password = 'correct horse battery'
    const registered = await guest.POST('/api/v1/users', {
      body: { username: 'ada', display_name: 'Ada', password },
    })
    expect(registered.data?.display_name.current.value).toBe('Ada')

    const ada = createAgoraClient(suite.url, { headers: basic('ada', password).headers })
    const opened = await ada.POST('/api/v1/forum/sections/{section_ref}', {
      params: { path: { section_ref: 'welcome' } },
      body: { title: 'Hello', body: 'First' },
    })
    const thread_ref = opened.data?.id ?? ''
    const reply = await ada.POST('/api/v1/forum/threads/{thread_ref}', {
      params: { path: { thread_ref } },
      body: { body: 'Second' },
    })
    expect(reply.data?.revisions.last.content?.html).toBe('Second')

    const { data } = await guest.GET('/api/v1/forum/threads/{thread_ref}', {
      params: { path: { thread_ref }, query: { limit: 1, offset: 1 } },
    })
    expect(data?.posts).toMatchObject({ offset: 1, limit: 1, count: 2 })
    expect(data?.posts.items.map(({ id }) => id)).toEqual([reply.data?.id])
  })

  test('creates once even if the connection is lost before the answer', async () => {
    const lossy = await startLossyProxy(new URL(suite.url), 2)
    try {
      const careful = createAgoraClient(lossy.url, { headers: (await suite.member('careless')).headers })
      const { data, response } = await careful.POST('/api/v1/forum/sections/{section_ref}', {
        params: { path: { section_ref: 'strategy' } },
        body: { title: 'Lost', body: 'And found' },
      })
      expect(lossy.lost).toBe(2)
      expect(response.headers.get('idempotency-replayed')).toBe('true')
      const { data: section } = await careful.GET('/api/v1/forum/sections/{section_ref}', {
        params: { path: { section_ref: 'strategy' } },
      })
      expect(section?.threads.items.map(({ id }) => id)).toEqual([data?.id])
    } finally {
      lossy.close()
    }
  })

  test('creates once even if the service is down at first', async () => {
    const statuses: number[] = []
    const careful = createAgoraClient(suite.url, {
      headers: (await suite.member('patient')).headers,
      fetch: async (request: Request) => {
        const answer = await fetch(request)
        statuses.push(answer.status)
        return answer
      },
    })
    const forum = suite.processes.forum[0]!
    await forum.kill()
    const opening = careful.POST('/api/v1/forum/sections/{section_ref}', {
      params: { path: { section_ref: 'off_topic' } },
      body: { title: 'Away', body: 'And back' },
    })
    await expect.poll(() => statuses, { timeout: 30_000, interval: 10 }).toContain(503)
    await forum.start()
    const { data } = await opening
    expect(statuses.at(-1)).toBe(200)
    const { data: section } = await careful.GET('/api/v1/forum/sections/{section_ref}', {
      params: { path: { section_ref: 'off_topic' } },
    })
    expect(section?.threads.items.map(({ id }) => id)).toEqual([data?.id])
  })

  test('ends the pause before a retry when the request is aborted', async () => {
    const leaving = new AbortController()
    let sent = 0
    const refused = createAgoraClient(suite.url, {
      fetch: async (request: Request) => {
        request.signal.throwIfAborted()
        sent += 1
        setImmediate(() => leaving.abort())
        return new Response(null, { status: 503, headers: { 'retry-after': '10' } })
      },
    })
    const creation = refused.POST('/api/v1/forum/sections/{section_ref}', {
      params: { path: { section_ref: 'strategy' } },
      body: { title: 'Left', body: 'Alone' },
      signal: leaving.signal,
    })
    await expect(creation).rejects.toThrow('aborted')
    expect(sent).toBe(1)
  }, 5_000)

  test('sends a read again after the time that the server asks for, and gives up where that is too long', async () => {
    const asked: number[] = []
    const answers = [
      new Response('{"error":"service unavailable"}', { status: 503 }),
      new Response('{"error":"too many requests"}', { status: 429, headers: { 'retry-after': '1' } }),
      new Response('{"error":"too many requests"}', {
        status: 429,
        headers: {
          'retry-after': 'Thu, 01 Jan 2026 00:20:06 GMT',
          date: 'Thu, 01 Jan 2026 00:20:00 GMT',
        },
      }),
    ]
    const fetching = async (request: Request) => {
      asked.push(Date.now())
      return answers.shift() ?? fetch(request)
    }
    const { data } = await createAgoraClient(suite.url, { fetch: fetching }).GET('/api/v1/config')
    expect(data?.captcha).toBeDefined()
    expect(asked).toHaveLength(4)
    expect((asked[2] ?? 0) - (asked[1] ?? 0)).toBeGreaterThanOrEqual(1_000)
    expect((asked[3] ?? 0) - (asked[2] ?? 0)).toBeGreaterThanOrEqual(6_000)
    for (const options of [{ longestPauseMs: 5_000 }, { repeatsReads: false }]) {
      const late = new Response('{"error":"too many requests"}', {
        status: 429,
        headers: { 'content-type': 'application/json', 'retry-after': '6' },
      })
      const { error } = await createAgoraClient(suite.url, { ...options, fetch: async () => late }).GET(
        '/api/v1/config',
      )
      expect(error).toEqual({ error: 'too many requests' })
    }
  })

  test('says what it got when that is not the API', async () => {
    const page = () =>
      Promise.resolve(
        new Response('<!doctype html>\n<title>Hotel Wi-Fi</title>', {
          headers: { 'content-type': 'text/html' },
        }),
      )
    const astray = createAgoraClient(suite.url, { fetch: page })
    const refused = expect.objectContaining({
      name: 'UnexpectedAnswer',
      message: expect.stringMatching(/GET .*\/api\/v1\/config: 200 text\/html.*Hotel Wi-Fi/),
    })
    await expect(astray.GET('/api/v1/config')).rejects.toEqual(refused)
    const reading = astray.streamNotifications().next()
    await expect(reading).rejects.toBeInstanceOf(UnexpectedAnswer)
  })

  test('goes through a listing page by page', async () => {
    const writer = createAgoraClient(suite.url, { headers: (await suite.administrator()).headers })
    const { data: opened } = await writer.POST('/api/v1/forum/sections/{section_ref}', {
      params: { path: { section_ref: 'off_topic' } },
      body: { title: 'A long thread', body: '0' },
    })
    const path = { thread_ref: opened?.id ?? '' }
    for (let count = 1; count < 105; count += 1)
      await writer.POST('/api/v1/forum/threads/{thread_ref}', {
        params: { path },
        body: { body: String(count) },
      })
    const guest = createAgoraClient(suite.url)
    const read: (string | undefined)[] = []
    const posts = everyItem(
      (query) => guest.GET('/api/v1/forum/threads/{thread_ref}', { params: { path, query } }),
      (thread) => thread.posts,
    )
    for await (const { revisions } of posts) read.push(revisions.last.content?.html)
    expect(read).toEqual(Array.from({ length: 105 }, (_, count) => String(count)))
    const refused = everyItem(
      (query) => guest.GET('/api/v1/notifications', { params: { query } }),
      (listing) => listing,
    )
    await expect(refused.next()).rejects.toMatchObject({ name: 'ListingRefused', status: 401 })
  })

  test('types an error by the messages of its status', async () => {
    const guest = createAgoraClient(suite.url)
    const { data, error, response } = await guest.GET('/api/v1/apps/{app_id}', {
      params: { path: { app_id: 'nothing' } },
    })
    expect(data).toBeUndefined()
    expect(response.status).toBe(404)
    expect(error).toEqual({ error: 'app not found' })
  })

  test('reads every service', async () => {
    const guest = createAgoraClient(suite.url)
    const answers = await Promise.all([
      guest.GET('/api/v1/config'),
      guest.GET('/api/v1/forum/sections'),
      guest.GET('/api/v1/apps'),
      guest.GET('/api/v1/archive/game_c/users/{user_id}/scores', { params: { path: { user_id: '1' } } }),
      guest.POST('/api/v1/captcha/{scope}/challenge', { params: { path: { scope: 'register' } } }),
    ])
    expect(answers.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200])
  })
})

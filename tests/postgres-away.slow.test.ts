import { setTimeout as sleep } from 'node:timers/promises'
import { services as all } from '@agora/shared/contracts/services'
import { freePort } from '@agora/suite/servers/ports'
import { type Suite, startSuite } from '@agora/testing/suite'
import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Relay, startRelay } from './support/relay.ts'

const services = ['gateway', 'forum', 'captcha', 'web'] as const
const MS = '1000'

let database: TestDatabase
let relay: Relay
let suite: Suite
let metricsPort: number

beforeAll(async () => {
  database = await createTestDatabase()
  relay = await startRelay(database.adminUrl)
  metricsPort = await freePort()
  const way = (service: (typeof services)[number]) => ({
    DATABASE_URL: relay.through(database.urls[service]),
    GUEST_CACHE_MS: MS,
  })
  suite = await startSuite({
    services,
    database,
    env: {
      gateway: { ...way('gateway'), METRICS_PORT: String(metricsPort), READY_GRACE_SECONDS: '5' },
      forum: way('forum'),
      captcha: way('captcha'),
    },
  })
})
afterAll(async () => {
  await suite?.close()
  await relay?.cut()
  await database?.drop()
})

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${suite.url}${path}`, { headers, redirect: 'manual' })
const ready = async (service: 'gateway' | 'forum' = 'gateway') =>
  (await fetch(`${suite.urls[service][0]}/health/ready`)).status
const page = { accept: 'text/html' }

describe('while Postgres is away', () => {
  test('the gateway stays ready and answers better than nobody would', async () => {
    const member = await suite.member('present')
    const kept = ['/api/v1/forum/sections/welcome', '/']
    const before = await Promise.all(kept.map(async (path) => (await ask(path, page)).text()))
    const unread = '/api/v1/forum/sections/news'
    await relay.cut()
    try {
      // Longer than a page is fresh, so that the services are asked.
      await sleep(Number(MS) * 2)
      await expect.poll(() => ready('forum')).toBe(503)
      for (let time = 0; time < 3; time++) {
        for (const [index, path] of kept.entries()) {
          const answer = await ask(path, page)
          expect([path, answer.status, await answer.text()]).toEqual([path, 200, before[index]])
          expect(Number(answer.headers.get('age'))).toBeGreaterThanOrEqual(2)
        }
      }
      for (const path of [unread, '/sections/news']) {
        const answer = await ask(path, page)
        expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '2'])
        const told = path === unread ? /^\{"error":"service unavailable"\}$/ : /<html/
        expect(await answer.text()).toMatch(told)
      }

      const api = await ask('/api/v1/auth/self', member.headers)
      expect([api.status, await api.json(), api.headers.get('retry-after')]).toEqual([
        503,
        { error: 'service unavailable' },
        '2',
      ])
      const shown = await ask('/notifications', { ...member.headers, ...page })
      expect([shown.status, shown.headers.get('content-type'), shown.headers.get('retry-after')]).toEqual([
        503,
        'text/html; charset=utf-8',
        '2',
      ])
      expect((await ask('/sign-in', page)).status).toBe(200)
      const style = /\/static\/house\.[\w-]+\.css/.exec(before[1] ?? '')?.[0]
      expect((await ask(style ?? '')).status).toBe(200)
      expect(await ready()).toBe(200)
    } finally {
      await relay.mend()
    }
    await expect.poll(async () => (await ask('/api/v1/auth/self', member.headers)).status).toBe(200)
  })

  test('operators have their page, on their own port', async () => {
    await relay.cut()
    try {
      const at = `http://127.0.0.1:${metricsPort}`
      const shown = await fetch(`${at}/operations`)
      expect(shown.status).toBe(200)
      const script = /\/static\/operations\.[\w-]+\.js/.exec(await shown.text())?.[0]
      expect((await fetch(`${at}${script}`)).status).toBe(200)
      const numbers = await fetch(`${at}/api/v1/operations/services`)
      expect([numbers.status, ((await numbers.json()) as { services: object[] }).services.length]).toEqual([
        200,
        all.length,
      ])
      expect((await ask('/operations')).status).not.toBe(200)
      expect((await ask('/api/v1/operations/services')).status).toBe(401)
      expect((await fetch(`${at}/api/v1/users`)).status).toBe(404)
    } finally {
      await relay.mend()
    }
  })

  test('a gateway that starts serves what it can, and has all as soon as Postgres is back', async () => {
    await suite.processes.gateway[0]?.stop()
    await relay.cut()
    try {
      await suite.processes.gateway[0]?.start()
      expect(await ready()).toBe(200)
      expect((await ask('/sign-in', page)).status).toBe(200)
    } finally {
      await relay.mend()
    }
    await expect.poll(async () => (await suite.administrator()).username).toBe('administrator')
    await expect
      .poll(() => suite.processes.gateway[0]?.log() ?? '', { timeout: 30_000 })
      .toContain('the configured sections are applied')
  })
})

test('a page that a service takes back is not given to guests when that service fails', async () => {
  const member = await suite.member('writer')
  const { body } = await suite.call('POST', '/forum/sections/welcome', {
    as: member,
    body: { title: 'Taken back', body: 'Something.' },
  })
  const path = `/api/v1/forum/threads/${body.id}`
  expect((await ask(path)).status).toBe(200)
  const administrator = await suite.administrator()
  await suite.call('DELETE', `/forum/threads/${body.id}`, { as: administrator, body: {} })
  await expect.poll(async () => (await ask(path)).status).toBe(404)
  await relay.cut()
  try {
    expect((await ask(path)).status).toBe(503)
  } finally {
    await relay.mend()
  }
})

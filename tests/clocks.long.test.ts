import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { newSecrets } from '@agora/suite/secrets'
import { findTool } from '@agora/suite/servers/tools'
import { temporaryFolder } from '@agora/suite/temporary'
import { type Suite, startSuite } from '@agora/testing/suite'
import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const LONG = 300_000

let library: string
let database: TestDatabase
const secrets = newSecrets()
const open: Suite[] = []

beforeAll(async () => {
  library = libraryOf((await findTool('faketime')).command)
  database = await createTestDatabase()
}, LONG)
afterAll(async () => {
  for (const suite of open) await suite.close()
  await database?.drop()
})

/** Debian has the library beside the program's folder, in one for each architecture. */
function libraryOf(command: string): string {
  const folder = path.resolve(path.dirname(command), '../lib')
  const found = readdirSync(folder)
    .map((entry) => path.join(folder, entry, 'faketime/libfaketime.so.1'))
    .find(existsSync)
  if (found === undefined) throw new Error(`no libfaketime below ${folder}`)
  return found
}

/** What a process gets whose clock is ahead by so many seconds. */
const ahead = (seconds: number): Record<string, string> =>
  seconds === 0
    ? {}
    : {
        LD_PRELOAD: library,
        FAKETIME: `${seconds > 0 ? '+' : ''}${seconds}`,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }

async function forumAhead(seconds: number): Promise<Suite> {
  const suite = await startSuite({ services: ['forum'], database, secrets, env: { forum: ahead(seconds) } })
  open.push(suite)
  return suite
}

/** A gateway over these forums, asked by a guest and a member; counts the answers by status. */
async function askThrough(forums: readonly Suite[]) {
  const urls = forums.flatMap(({ urls }) => urls.forum).join(',')
  const suite = await startSuite({
    services: ['gateway', 'captcha'],
    database,
    secrets,
    config: { sections: [], apps: [] },
    env: { gateway: { FORUM_URLS: urls, READY_GRACE_SECONDS: '5' } },
  })
  open.push(suite)
  const administrator = await suite.administrator()
  const statuses: Record<number, number> = {}
  for (let time = 0; time < 100; time++)
    for (const as of [administrator, undefined]) {
      const { status } = await suite.call('GET', '/forum/sections', as ? { as } : {})
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  return { suite, statuses }
}

const metricsOf = async (suite: Suite) => (await fetch(`${suite.urls.forum[0]}/metrics`)).text()

describe('a forum whose clock differs', () => {
  test.each([-50, -8, 8, 50])('by %i s serves all', { timeout: LONG }, async (seconds) => {
    const { statuses } = await askThrough([await forumAhead(seconds)])
    expect(statuses).toEqual({ 200: 200 })
  })

  test.each([
    [-300, 'early'],
    [300, 'late'],
  ])(
    'by %i s gets no requests while another one serves, and says so',
    { timeout: LONG },
    async (seconds, reason) => {
      const wrong = await forumAhead(seconds)
      const { suite, statuses } = await askThrough([await forumAhead(0), wrong])
      expect(statuses).toEqual({ 200: 200 })
      expect(await metricsOf(wrong)).toMatch(
        new RegExp(`principals_refused_total\\{reason="${reason}"[^}]*\\} [1-9]`),
      )
      expect(wrong.processes.forum[0]?.log()).toContain('a principal of the gateway does not verify')
      expect((await suite.call('GET', '//health/ready')).status).toBe(200)
    },
  )

  test('by 300 s and alone, is our failure and nobody is told to sign in', { timeout: LONG }, async () => {
    const { suite, statuses } = await askThrough([await forumAhead(300)])
    expect(statuses).toEqual({ 503: 200 })
    const answer = await suite.call('GET', '/forum/sections')
    expect([answer.body, answer.headers.get('retry-after')]).toEqual([{ error: 'service unavailable' }, '2'])
    const { body } = await suite.call('GET', '//health/ready')
    expect(body.services).toMatchObject({ forum: 'refuses principals', captcha: 'ready' })
  })
})

test('a gateway whose clock is set wrong leaves the balance until it is right again', {
  timeout: LONG,
}, async () => {
  const clock = temporaryFolder('clock')
  const file = path.join(clock.path, 'offset')
  const set = (offset: string) => writeFileSync(file, offset)
  set('+0')
  const suite = await startSuite({
    services: ['gateway', 'forum', 'captcha'],
    database,
    secrets,
    config: { sections: [], apps: [] },
    env: {
      gateway: {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      },
    },
  })
  open.push(suite)
  const ready = async () => (await suite.call('GET', '//health/ready')).status
  expect(await ready()).toBe(200)
  set('+300')
  await expect.poll(ready, { timeout: 60_000 }).toBe(503)
  set('+0')
  await expect.poll(ready, { timeout: 60_000 }).toBe(200)
  expect((await suite.call('GET', '/forum/sections')).status).toBe(200)
  clock.remove()
})

import { accountHolders } from '@agora/shared/contracts/erasures'
import { services } from '@agora/shared/contracts/services'
import { type Caller, type Member, type Suite, startSuite } from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Balancer } from './support/balancer.ts'
import { SteadyLoad } from './support/load.ts'

/** The limit of a test that restarts every process, in milliseconds. */
const LONG = 600_000

/** Several times what a gateway or a balancer takes to notice that a replica is leaving. */
const DRAIN_SECONDS = '4'

describe('two replicas of every service', () => {
  let balancer: Balancer
  let suite: Suite
  let administrator: Caller
  let ada: Member

  const send = (method: string, path: string, as?: Caller, body?: unknown) =>
    suite.call(method, `${balancer.url}/api/v1${path}`, {
      ...(as ? { as } : {}),
      ...(body === undefined ? {} : { body }),
    })

  beforeAll(async () => {
    balancer = await Balancer.start()
    const env = { DRAIN_SECONDS, GATEWAY_URL: balancer.url }
    suite = await startSuite({
      services,
      replicas: Object.fromEntries(services.map((service) => [service, 2])),
      env: Object.fromEntries(services.map((service) => [service, env])),
    })
    await balancer.serve(suite.urls.gateway)
    administrator = await suite.administrator()
    ada = await suite.member('ada')
  }, LONG)
  afterAll(async () => {
    await suite?.close()
    balancer?.close()
  })

  test('hold one conversation, whichever of them answers', async () => {
    const opened = await send('POST', '/forum/sections/welcome', ada, { title: 'Twice', body: 'First' })
    expect(opened.status).toBe(200)
    const thread = opened.body.id
    for (let reply = 0; reply < 10; reply++) {
      expect((await send('POST', `/forum/threads/${thread}`, ada, { body: `${reply}` })).status).toBe(200)
      const seen = await send('GET', `/forum/threads/${thread}`)
      expect(seen.body.posts.count).toBe(reply + 2)
    }
    const locked = await send('PATCH', `/forum/threads/${thread}`, administrator, { is_locked: true })
    expect(locked.body.is_locked).toBe(true)
    for (let turn = 0; turn < 4; turn++)
      expect((await send('POST', `/forum/threads/${thread}`, ada, { body: 'no' })).status).toBe(403)
    await send('PATCH', `/forum/threads/${thread}`, administrator, { is_locked: false })
  })

  test('answer alike in every service', async () => {
    const paths = ['/config', '/forum/sections', '/apps', '/archive/game_c/users/1/scores', '/job/jobs']
    for (const path of paths) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => send('GET', path, administrator)))
      expect(new Set(answers.map(({ status }) => status)), path).toEqual(new Set([200]))
      expect(new Set(answers.map(({ text }) => text)).size, path).toBe(1)
    }
    const mails = await send('GET', '/outbound_email', administrator)
    expect(mails.body.count).toBe(0)
    const challenge = await send('POST', '/captcha/login/challenge')
    expect(challenge.body.token).toEqual(expect.any(String))
  })

  test(
    'are restarted one after another under load without losing a request or an event',
    async () => {
      const load = await SteadyLoad.begin(suite, balancer.url)
      for (const service of services) {
        for (const process of suite.processes[service]) {
          const begun = load.requests
          await process.restart()
          expect(load.requests, `requests while ${process.name} restarted`).toBeGreaterThan(begun)
        }
      }
      const { failures, replies, members } = await load.stop()
      expect(failures).toEqual([])
      expect(members.length).toBeGreaterThan(0)
      const ids = await queryOf('forum', 'SELECT id FROM post WHERE id = ANY($1::uuid[])', [replies])
      expect(ids).toHaveLength(replies.length)
      for (const service of accountHolders) {
        const known = async () =>
          (await queryOf(service, 'SELECT id FROM known_user WHERE id = ANY($1::uuid[])', [members])).length
        await expect
          .poll(known, { timeout: 60_000, message: `members that ${service} knows` })
          .toBe(members.length)
      }
      const { length: acts } = await queryOf('forum', 'SELECT id FROM moderation_entry', [])
      expect(acts).toBeGreaterThan(0)
      const heard = async () =>
        (await queryOf('apps', 'SELECT id FROM consumed_event WHERE consumer = $1', ['apps-deliveries']))
          .length
      await expect.poll(heard, { timeout: 60_000, message: 'acts that apps has heard of' }).toBe(acts)
    },
    LONG,
  )

  async function queryOf(service: keyof typeof suite.database.urls, sql: string, values: unknown[]) {
    const client = new pg.Client({ connectionString: suite.database.urls[service] })
    await client.connect()
    try {
      await client.query(`SET search_path TO ${service.replace('-', '_')}`)
      return (await client.query(sql, values)).rows
    } finally {
      await client.end()
    }
  }
})

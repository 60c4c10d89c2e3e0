import { type Answer, request } from '@agora/testing/client'
import { basic, type Member } from '@agora/testing/suite'
import { hash } from '@node-rs/bcrypt'
import pg from 'pg'
import { expect, test } from 'vitest'
import {
  get,
  held,
  LIMIT,
  ORIGIN,
  PLACES,
  read,
  release,
  saturate,
  startOverloaded,
  suite,
  untilHeld,
} from './overloaded.ts'
import { query } from './query.ts'

startOverloaded()

const readArchive = () => get('/api/v1/archive/game_c/users/1')

test('beyond its limit the gateway answers 503 with Retry-After and lets the others finish', async () => {
  const accepted = await saturate()
  const refused = await Promise.all(Array.from({ length: 50 }, read))
  for (const answer of refused) {
    expect(answer.status).toBe(503)
    expect(answer.body).toEqual({ error: 'service unavailable' })
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(answer.headers.get('x-request-id')).toBeTruthy()
  }
  expect(held).toHaveLength(LIMIT)
  release()
  expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual(Array(LIMIT).fill(200))
})

test('a rush on one service refuses no request to another, and no sign-in', async () => {
  const accepted = await saturate()
  expect((await read()).status).toBe(503)
  const other = readArchive()
  await untilHeld(LIMIT + 1)
  expect((await get('/api/v1/config')).status).toBe(200)
  expect(
    (await suite.call('PUT', '/auth/self', { body: { login: 'a', password: 'wrong one' } })).status,
  ).toBe(401)
  release()
  expect((await Promise.all([...accepted, other])).map(({ status }) => status)).toEqual(
    Array(LIMIT + 1).fill(200),
  )
})

test('a rush on the site’s pages refuses neither the gateway’s own nor those where people sign in', async () => {
  const accepted = await saturate(() => get('/sections/some'))
  expect((await get('/sections/some')).status).toBe(503)
  expect((await get('/signed-out')).status).toBe(503)
  expect((await get('/openapi.json')).status).toBe(200)
  const entry = get('/sign-in')
  await untilHeld(LIMIT + 1)
  release()
  await Promise.all([...accepted, entry])
})

test('a rush on all services leaves places for the gateway’s own routes, and for its health', async () => {
  const accepted = [...(await saturate()), readArchive(), readArchive()]
  await untilHeld(LIMIT + 2)
  expect((await readArchive()).status).toBe(503)
  expect((await get('/api/v1/config')).status).toBe(200)
  for (const path of ['/health/live', '/health/ready']) expect((await get(path)).status, path).toBe(200)
  release()
  await Promise.all(accepted)
})

test('what is no question for the health takes a place, whatever its path begins with', async () => {
  const accepted = await saturate(() => get('/sections/some'))
  for (const path of ['/health/live?now', '/health/ready?now'])
    expect((await get(path)).status, path).toBe(200)
  expect((await request(`${suite.url}/health/live`, 'HEAD')).status).toBe(200)
  for (const path of ['/health/', '/health/other', '/health/live/', '/health/live/other', '/health/lively'])
    expect((await get(path)).status, path).toBe(503)
  expect((await request(`${suite.url}/health/live`, 'POST')).status).toBe(503)
  release()
  await Promise.all(accepted)
})

test('a rush that waits for the database is refused, and the gateway stays ready', async () => {
  const ada = await suite.member('ada')
  const client = new pg.Client({ connectionString: suite.database.adminUrl })
  await client.connect()
  await client.query('BEGIN; LOCK TABLE gateway.session IN ACCESS EXCLUSIVE MODE')
  // More than the pool has connections, and than there are places for the gateway's own routes.
  const ask = () => request(`${suite.url}/api/v1/auth/self`, 'GET', ada)
  const waiting = Array.from({ length: PLACES }, ask)
  await expect.poll(async () => (await get('/api/v1/config')).status, { timeout: 2_000 }).toBe(503)
  expect((await request(`${suite.url}/health/ready`, 'GET')).body).toMatchObject({ status: 'ready' })
  await client.query('ROLLBACK')
  await client.end()
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200, 503]))
})

test.each<[way: string, attempt: (member: Member, password: string) => Promise<Answer>]>([
  [
    'by HTTP Basic',
    ({ username }, wrong) => request(`${suite.url}/api/v1/auth/self`, 'GET', basic(username, wrong)),
  ],
  [
    'at the sign-in',
    ({ username: login }, password) =>
      request(`${suite.url}/api/v1/auth/self`, 'PUT', { body: { login, password } }),
  ],
  [
    'as the current one',
    (member, current_password) =>
      request(`${suite.url}/api/v1/auth/self/confirmation`, 'PUT', {
        as: member,
        body: { current_password },
      }),
  ],
])('who waits for a password to be verified %s holds no place', async (way, attempt) => {
  const members = await Promise.all(
    ['one', 'two', 'three', 'four'].map((name) => suite.member(`${name}_waits_${way.length}`)),
  )
  // What an import brings: each takes a while to verify.
  const slow = await hash('right', { cost: 12 })
  const ids = members.map(({ id }) => id)
  await query(suite, 'UPDATE account SET password_hash = $1 WHERE id = ANY($2)', [slow, ids])
  const statuses: number[] = []
  const attempts: Promise<void>[] = []
  const isServed = async () => (await get('/api/v1/config')).status
  // More than there are places, a few at a time: on its way to the hash each needs one.
  for (let wrong = 0; wrong < PLACES / 3 + 1; wrong++) {
    for (const member of members)
      attempts.push(attempt(member, `wrong ${wrong}`).then(({ status }) => void statuses.push(status)))
    await expect.poll(isServed, { interval: 5 }).toBe(200)
  }
  const areServed = async () => {
    const answers = []
    for (let time = 0; time < 10; time++) answers.push(await isServed())
    return answers
  }
  // The last ones may still be on their way to the hash.
  await expect.poll(areServed, { timeout: 10_000 }).toEqual(Array(10).fill(200))
  expect(attempts.length - statuses.length).toBeGreaterThan(PLACES)
  await Promise.all(attempts)
})

test('the archive’s paths are refused in the archive’s words', async () => {
  const accepted = await saturate(readArchive)
  const { status, body } = await readArchive()
  expect([status, body]).toEqual([503, { error: 'InternalServerError' }])
  release()
  await Promise.all(accepted)
})

test('it accepts requests again once those in progress are over, as often as it is overloaded', async () => {
  for (let rush = 0; rush < 3; rush++) {
    const accepted = await saturate()
    expect((await read()).status).toBe(503)
    release()
    await Promise.all(accepted)
  }
})

test('a refusal, too, can be read by an allowed origin', async () => {
  const accepted = await saturate()
  const refused = await request(`${suite.url}/api/v1/forum/sections`, 'GET', { headers: { origin: ORIGIN } })
  expect(refused.status).toBe(503)
  expect(refused.headers.get('access-control-allow-origin')).toBe(ORIGIN)
  expect(refused.headers.get('cache-control')).toBe('no-store')
  expect(refused.headers.get('access-control-expose-headers')).toContain('retry-after')
  release()
  await Promise.all(accepted)
})

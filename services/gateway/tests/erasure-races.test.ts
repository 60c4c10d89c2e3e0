import { type Answer, type Member, type Suite, startSuite } from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from './query.ts'

let suite: Suite
let administrator: Member
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway'], replicas: { gateway: 2 } })
  administrator = await suite.administrator()
})
afterAll(() => suite?.close())

const erase = ({ id }: Member) => suite.call('DELETE', `/users/${id}`, { as: administrator })

/** Sends requests one after another that all wait for the account's row, and lets them go on in that order. */
async function inOrder({ id }: Member, ...requests: (() => Promise<Answer>)[]): Promise<unknown[][]> {
  const client = new pg.Client({
    connectionString: suite.database.urls.gateway,
    options: '-c search_path=gateway',
  })
  await client.connect()
  const waiting = async () =>
    (
      await query(
        suite,
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
    ).length
  try {
    await client.query('BEGIN')
    await client.query('SELECT FROM account WHERE id = $1 FOR UPDATE', [id])
    const sent: Promise<Answer>[] = []
    for (const request of requests) {
      sent.push(request())
      await expect.poll(waiting, { interval: 5 }).toBe(sent.length)
    }
    await client.query('COMMIT')
    return (await Promise.all(sent)).map(({ status, body }) => [status, body])
  } finally {
    await client.end()
  }
}

test('a ban that comes while an account is erased writes nothing about it', async () => {
  const member = await suite.member('banned_late')
  const ban = () =>
    suite.call('PUT', `/users/${member.id}/ban`, { as: administrator, body: { reason: 'private' } })
  const answers = await inOrder(member, () => erase(member), ban)
  expect(answers).toEqual([
    [200, {}],
    [404, { error: 'user not found' }],
  ])
  expect(await query(suite, 'SELECT FROM ban WHERE account_id = $1', [member.id])).toEqual([])
})

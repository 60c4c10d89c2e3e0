import { hash } from 'node:crypto'
import { hashToken, newToken } from '@agora/shared/tokens'
import { sharedSite } from '@agora/testing/shared-suite'
import { type Answer, bearer, type Member, type Suite } from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logsOf } from './dump.ts'
import { query } from './query.ts'

let suite: Suite
let administrator: Member
beforeAll(async () => {
  suite = await sharedSite()
  administrator = await suite.administrator()
})
afterAll(() => suite?.close())

const erase = ({ id }: Member) => suite.call('DELETE', `/users/${id}`, { as: administrator })

/** A member with a verified address. */
async function memberWithEmail(username: string): Promise<Member> {
  const member = await suite.member(username)
  await query(
    suite,
    `INSERT INTO user_link (id, account_id, type, external_id, display_name) VALUES (uuidv7(), $1, 'Email', $2, $2)`,
    [member.id, `${member.username}@example.com`],
  )
  return member
}

/** A token as a mail would bring it to the member. */
async function mailedToken({ id, username }: Member, kind: 'ResetPassword' | 'VerifyEmail'): Promise<string> {
  const token = newToken()
  await query(
    suite,
    `INSERT INTO mail_request (id, kind, account_id, email, deadline, token_hash, token_expires_at, credential_version)
     SELECT uuidv7(), $2, id, $3, now() + interval '1 hour', $4, now() + interval '1 hour', credential_version FROM account WHERE id = $1`,
    [id, kind, `${username}@example.com`, hashToken(token)],
  )
  return token
}

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

test('what a backup brought back is erased again without losing the digests of its addresses, also twice at once', async () => {
  const [raced, repeated] = [await memberWithEmail('back_at_two'), await memberWithEmail('back_twice')]
  const known = (users: string[], replica: number) =>
    suite.call('POST', `${suite.urls.gateway[replica]}/internal/erasures/known`, {
      as: bearer(suite.secrets.serviceKeys.forum),
      body: { after: null, users, is_end: true },
    })
  const done = [200, {}]
  expect(
    await inOrder(
      raced,
      () => known([raced.id], 0),
      () => known([raced.id], 1),
    ),
  ).toEqual([done, done])
  expect((await known([raced.id, repeated.id, repeated.id], 0)).status).toBe(200)
  for (const { id, username } of [raced, repeated]) {
    const digests = await query(
      suite,
      `SELECT encode(unnest(emails), 'hex') AS digest FROM erasure WHERE user_id = $1`,
      [id],
    )
    expect(digests).toEqual([{ digest: hash('sha256', `${username}@example.com`) }])
  }
  const timesErased = () =>
    logsOf(suite)
      .split('\n')
      .filter((line) => line.includes('was erased again') && line.includes(repeated.id)).length
  await expect.poll(timesErased).toBe(1)
})

test('a password reset that comes while its account is erased finds its token void', async () => {
  const resetting = await memberWithEmail('resetting')
  const token = await mailedToken(resetting, 'ResetPassword')
  const reset = () =>
    suite.call('PUT', '/auth/password-reset', { body: { token, password: 'a new password' } })
  expect(await inOrder(resetting, () => erase(resetting), reset)).toEqual([
    [200, {}],
    [400, { error: 'invalid token' }],
  ])
})

test('an address that is verified while its account is erased is nobody’s', async () => {
  const verifying = await suite.member('verifying')
  const body = { token: await mailedToken(verifying, 'VerifyEmail') }
  const verify = () => suite.call('PUT', `/users/${verifying.id}/emails`, { as: verifying, body })
  expect(await inOrder(verifying, () => erase(verifying), verify)).toEqual([
    [200, {}],
    [404, { error: 'user not found' }],
  ])
})

test('an account is erased while a reset that was requested by its address is matched to it', async () => {
  const member = await memberWithEmail('matched')
  const email = `${member.username}@example.com`
  const client = new pg.Client({
    connectionString: suite.database.urls.gateway,
    options: '-c search_path=gateway',
  })
  await client.connect()
  const requests = () => query(suite, 'SELECT FROM mail_request WHERE email = $1', [email])
  /** As the gateway matches it, before which it may do so itself. */
  const lock = async (): Promise<void> => {
    await client.query(
      `INSERT INTO mail_request (id, kind, email, deadline) VALUES (uuidv7(), 'ResetPassword', $1, now() + interval '1 hour')`,
      [email],
    )
    await client.query('BEGIN')
    const { rowCount } = await client.query(
      'SELECT FROM mail_request WHERE email = $1 AND account_id IS NULL FOR UPDATE',
      [email],
    )
    if (rowCount === 1) return
    await client.query('ROLLBACK')
    await lock()
  }
  try {
    await lock()
    expect((await erase(member)).status).toBe(200)
    const match = client.query('UPDATE mail_request SET account_id = $1 WHERE email = $2', [member.id, email])
    await expect(match).rejects.toThrow('violates foreign key constraint')
    await client.query('ROLLBACK')
    await expect.poll(requests).toEqual([])
  } finally {
    await client.end()
  }
})

import { hash } from 'node:crypto'
import { basic, type Member, type Suite, startSuite } from '@agora/testing/suite'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  actElsewhere,
  allWell,
  from,
  inventedCredentials,
  type Kind,
  outcomesOf,
} from './invented-credentials.ts'
import { type Mailbox, startMailbox } from './mailbox.ts'
import { type Client, post, registerClient } from './oauth/client.ts'
import { query } from './query.ts'

const OF_ACCOUNT = 12
/** More than one network may have waiting. */
const AT_ONCE = 150

let suite: Suite
let mailbox: Mailbox
let client: Client
let thread: string
beforeAll(async () => {
  mailbox = await startMailbox()
  suite = await startSuite({
    services: ['gateway', 'forum', 'mail-jobs'],
    limits: true,
    // Hundreds at once are to be judged here, not refused for being hundreds.
    env: { gateway: { MAX_IN_PROGRESS: '1000' } },
    smtpUrl: mailbox.smtpUrl,
    config: {
      site: { trusted_proxies: ['127.0.0.1'] },
      limits: {
        wrong_passwords_of_account_per_day: OF_ACCOUNT,
        registrations_per_hour: 100,
        new_account: { replies_per_hour: 1_000 },
      },
    },
  })
  client = await registerClient(suite, 'flooded')
  const administrator = await suite.administrator()
  const body = { title: 'Read meanwhile', body: 'and answered' }
  thread = (await suite.call('POST', '/forum/sections/welcome', { as: administrator, body })).body.id
})
afterAll(async () => {
  await suite?.close()
  await mailbox?.close()
})

describe('more invented credentials at once than may wait, from one address', () => {
  let kinds: readonly Kind[]
  let bystander: Member
  beforeAll(async () => {
    kinds = inventedCredentials(suite, await suite.member('attacker'), client)
    bystander = await suite.member('bystander')
  })

  test.each([0, 1, 2, 3, 4, 5, 6])(
    '(kind %i) refuse nobody else’s sign-in, read or reply',
    async (number) => {
      const { name, send } = kinds[number] as Kind
      const attack = Array.from({ length: AT_ONCE }, (_, index) => send(`198.51.100.${number}`, index))
      for (let round = 0; round < 3; round++) {
        const acts = await actElsewhere(suite, `203.0.113.${number}`, bystander, thread, `${name} ${round}`)
        expect(outcomesOf(acts), name).toEqual(allWell)
      }
      await Promise.all(attack)
    },
  )

  test('keep another network’s sign-in waiting for a few of theirs, not for all', async () => {
    const { send } = kinds.find(({ name }) => name === 'members at the sign-in') as Kind
    let judged = 0
    const attack = Array.from({ length: AT_ONCE }, async (_, index) => {
      if ((await send('198.51.100.99', index)) === 401) judged++
    })
    await expect.poll(() => judged, { timeout: 10_000, interval: 5 }).toBeGreaterThan(3)
    const before = judged
    const { username: login, password } = bystander
    const answer = await suite.call('PUT', '/auth/self', {
      ...from('203.0.113.99'),
      body: { login, password },
    })
    const meanwhile = judged - before
    await Promise.all(attack)
    expect(answer.status).toBe(200)
    expect(meanwhile).toBeLessThan((judged - before) / 2)
  })

  test('are all kinds', () => expect(kinds).toHaveLength(7))
})

describe('a client’s secret', () => {
  const whoIs = async (secret: string, of = client) =>
    (await suite.call('GET', '/auth/self', from('192.0.2.1', basic(of.key, secret)))).body.type
  const digestOf = async ({ id }: Client) =>
    (
      await query<{ digest: string | null }>(
        suite,
        'SELECT secret_digest AS digest FROM oauth_client WHERE id = $1',
        [id],
      )
    )[0]?.digest
  const takeToken = (of: Client) => post(suite, of, { grant_type: 'client_credentials' })

  test('of an earlier release is accepted by its hash, and from then on by a digest', async () => {
    const old = await registerClient(suite, 'of_old')
    const digest = await digestOf(old)
    // The key is part of it: whoever reads the database cannot try secrets.
    const plain = hash('sha256', old.secret, 'base64url')
    expect(digest).not.toContain(plain)
    const ways = [() => whoIs(old.secret, old), () => takeToken(old)]
    for (const [use, before] of [
      ...ways.map((way) => [way, null] as const),
      [ways[1]!, `1.${plain}`] as const,
    ]) {
      await query(suite, 'UPDATE oauth_client SET secret_digest = $2 WHERE id = $1', [old.id, before])
      expect(await whoIs('wrong', old)).toBe('Guest')
      expect(await digestOf(old)).toBe(before)
      await use()
      expect(await digestOf(old)).toBe(digest)
    }
    expect(await whoIs(old.secret, old)).toBe('OauthClient')
    expect((await takeToken(old)).status).toBe(200)
  })

  test('that a gateway of an earlier release replaces is no longer the one of the digest', async () => {
    const [one, other] = [await registerClient(suite, 'replaced'), await registerClient(suite, 'its_source')]
    await query(
      suite,
      `UPDATE oauth_client SET credential_version = credential_version + 1,
         secret_hash = (SELECT secret_hash FROM oauth_client WHERE id = $2) WHERE id = $1`,
      [one.id, other.id],
    )
    expect((await takeToken(one)).status).toBe(401)
    expect((await takeToken({ ...one, secret: other.secret })).status).toBe(200)
    expect(await whoIs(one.secret, one)).toBe('Guest')
    expect(await whoIs(other.secret, one)).toBe('OauthClient')
  })
})

describe('wrong passwords for one login from many addresses', () => {
  const address = (host: number) => `192.0.2.${100 + host}`
  const status = async (login: string, password: string, host: number) => {
    const as = from(address(host), basic(login, password))
    return (await suite.call('PATCH', '/users/none', { ...as, body: {} })).status
  }
  const guess = (login: string, first: number) =>
    Promise.all(
      Array.from({ length: OF_ACCOUNT }, (_, index) => status(login, `wrong ${index}`, first + index)),
    )

  test('are told to the member, once a day whichever name they are for, and lock nobody out', async () => {
    const member = await suite.member('sought_after')
    const email = 'sought_after@example.com'
    await query(
      suite,
      `INSERT INTO user_link (id, account_id, type, external_id, display_name, rank)
       VALUES (gen_random_uuid(), $1, 'Email', $2, $2, 0)`,
      [member.id, email],
    )
    expect(new Set(await guess(member.username, 0))).toEqual(new Set([401]))
    const mail = await mailbox.last(email)
    expect(mail.subject).toBe('Somebody is guessing the password of your account on Agora')
    expect(mail.text).toContain(`${OF_ACCOUNT} wrong passwords`)
    expect(await status(member.username, 'one more', 40)).toBe(401)
    expect(await status(member.username, member.password, 41)).toBe(404)
    const body = { login: member.username, password: member.password }
    expect((await suite.call('PUT', '/auth/self', { ...from(address(42)), body })).status).toBe(200)
    await guess(email, 50)
    await guess(member.id, 70)
    const waiting = "SELECT FROM mail_request WHERE kind = 'PasswordGuessed' AND account_id = $1"
    expect(await query(suite, waiting, [member.id])).toHaveLength(1)
  })

  test('count together however the login is spelled', async () => {
    const { username } = await suite.member('otherwise_spelled')
    const widened = (at: number) =>
      [...username].map((letter, index) => (index === at ? letter.replace(/[a-z]/, wide) : letter)).join('')
    const wide = (letter: string) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)
    const spellings = Array.from({ length: OF_ACCOUNT / 3 }, (_, at) => at).flatMap((at) => [
      `${username}${' '.repeat(at + 1)}`,
      username.slice(0, at + 1).toUpperCase() + username.slice(at + 1),
      widened(at),
    ])
    expect(new Set(spellings).size).toBe(OF_ACCOUNT)
    await Promise.all(spellings.map((login, index) => status(login, `wrong ${index}`, 130 + index)))
    const slowMs = async (login: string, host: number) => {
      const startedAt = performance.now()
      expect(await status(login, 'one more', host)).toBe(401)
      return performance.now() - startedAt
    }
    expect(await slowMs(username, 150)).toBeGreaterThan(1_900)
    expect(await slowMs(` ${username}`, 151)).toBeGreaterThan(1_900)
  })

  test('are slow for an unknown name, too', async () => {
    expect(new Set(await guess('nobody_at_all', 100))).toEqual(new Set([401]))
    expect(await status('nobody_at_all', 'x', 120)).toBe(401)
  })
})

test('a wrong password for an unknown login is counted exactly as one for a known login', async () => {
  const { username } = await suite.member('known_login')
  const redis = createClient({ url: suite.redis?.url ?? '' })
  await redis.connect()
  const countedFor = async (login: string, host: number) => {
    const before = new Set(await redis.keys('limits:*'))
    const as = from(`192.0.2.${host}`, basic(login, 'wrong'))
    await suite.call('GET', '/auth/self', as)
    const added = (await redis.keys('limits:*')).filter((key) => !before.has(key))
    return added.map((key) => key.replace(/:[\w-]{22}/, '')).sort()
  }
  const known = await countedFor(username, 240)
  expect(known.length).toBeGreaterThan(4)
  expect(await countedFor('unknown_login', 241)).toEqual(known)
  await redis.close()
})

test.each([
  ['bcrypt', '$2b$04$d3ImMBK.hKXQPRKWb06Wf.3urSKqyFb3u53hCeOEriq4npD546cbu'],
  ['phpass', '$H$5abcdefghI9iAlvMA7kyzMF2yM6ntI.'],
])(
  'a password that phpBB escaped and composed before it hashed it with %s opens its account',
  async (kind, hash) => {
    const { id, username } = await suite.member(`phpbb_${kind}`)
    await query(suite, 'UPDATE account SET password_hash = $1 WHERE id = $2', [hash, id])
    const signIn = async (password: string) =>
      (await suite.call('PUT', '/auth/self', { ...from('192.0.2.250'), body: { login: username, password } }))
        .status
    expect(await signIn('test1&<test>"2é')).toBe(401)
    // With an accent of its own (NFD).
    expect(await signIn('test1&<test>"1e\u0301')).toBe(200)
    const [row] = await query<{ hash: string }>(
      suite,
      'SELECT password_hash AS hash FROM account WHERE id = $1',
      [id],
    )
    expect(row?.hash).toMatch(/^\$argon2id\$/)
    expect(await signIn('test1&<test>"1e\u0301')).toBe(200)
  },
)

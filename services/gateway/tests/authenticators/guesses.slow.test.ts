import { randomBytes } from 'node:crypto'
import { createSealer } from '@agora/shared/sealing'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailbox, startMailbox } from '../mailbox.ts'
import { query } from '../query.ts'
import {
  age,
  asked,
  codeOf,
  confirm,
  enrol,
  forgetSpent,
  outcome,
  pathOf,
  sessionBy,
  signIn,
  wrongCodeOf,
  wrongFactor,
} from './codes.ts'

const [older, newer] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
/** The environment of the processes' next start. */
const gateway: Record<string, string> = { AUTHENTICATOR_KEY: older }

let suite: Suite
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await startMailbox()
  suite = await startSuite({
    services: ['gateway', 'mail-jobs'],
    replicas: { gateway: 2 },
    smtpUrl: mailbox.smtpUrl,
    limits: true,
    env: { gateway },
    config: { limits: { wrong_passwords_per_half_hour: 1000, wrong_passwords_of_account_per_day: 1000 } },
  })
})
afterAll(async () => {
  await suite?.close()
  await mailbox?.close()
})

/** A member who confirmed an address long ago. */
async function withEmail(username: string): Promise<Member & { email: string }> {
  const member = await suite.member(username)
  const email = `${username}@example.com`
  await query(
    suite,
    `INSERT INTO user_link (id, account_id, type, external_id, display_name)
     VALUES (gen_random_uuid(), $1, 'Email', $2, $2)`,
    [member.id, email],
  )
  return { ...member, email }
}
const tooMany = [429, { error: 'too many requests' }]
const told = async (address: string, subject: RegExp) => {
  const find = async () => (await mailbox.all(address)).find((mail) => subject.test(mail.subject))
  await expect.poll(find, { timeout: 45_000 }).toBeDefined()
  return (await find())!
}

test('codes are guessed thirty times a day, over all processes, and who has another way is not locked out', async () => {
  const ada = await withEmail('ada')
  const { secret, codes } = await enrol(suite, ada)
  const wrong = wrongCodeOf(secret)
  // Being asked is no wrong attempt.
  for (let index = 0; index < 5; index++) expect(outcome(await signIn(suite, ada, {}, index))).toEqual(asked)
  const guesses = await Promise.all(
    Array.from({ length: 40 }, (_, index) => signIn(suite, ada, { code: wrong }, index)),
  )
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(30)
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(10)
  await forgetSpent(suite, ada)
  const closed = await signIn(suite, ada, { code: codeOf(secret) }, 1)
  expect(outcome(closed)).toEqual(tooMany)
  expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(3_600)
  expect((await signIn(suite, ada, { code: codes[0] })).status).toBe(200)

  // A reset by mail takes the guesser's password away, and asks for the factor all the same.
  await suite.call('POST', '/auth/password-reset', { body: { email: ada.email } })
  const { token } = await mailbox.nth(ada.email, 1)
  const password = 'another password'
  expect((await suite.call('PUT', '/auth/password-reset', { body: { token, password } })).status).toBe(200)
  expect(outcome(await signIn(suite, { ...ada, password }))).toEqual(asked)
  expect(outcome(await signIn(suite, { ...ada, password }, { code: wrong }))).toEqual(wrongFactor)
  expect((await signIn(suite, { ...ada, password }, { code: codeOf(secret) })).status).toBe(200)
})

test('wrong codes of a stolen session count as wrong passwords of its account', async () => {
  const bob = await suite.member('bob')
  const { secret } = await enrol(suite, bob)
  await age(suite, bob)
  const wrong = { code: wrongCodeOf(secret) }
  const guesses = await Promise.all(
    Array.from({ length: 14 }, (_, index) => confirm(suite, bob, wrong, index)),
  )
  expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(403), ...Array(4).fill(429)])
  expect(outcome(await confirm(suite, bob, { current_password: bob.password }, 1))).toEqual(tooMany)
})

test('the member is told of each change by mail, and when it was an administrator', async () => {
  const cy = await withEmail('cy')
  const { id } = await enrol(suite, cy, cy, 'Cy’s phone')
  expect((await told(cy.email, /second factor was added/)).text).toContain('Cy’s phone')
  expect((await suite.call('POST', pathOf(cy, '/recovery-codes'), { as: cy })).status).toBe(200)
  await told(cy.email, /New recovery codes/)
  const administrator = await suite.administrator()
  expect(outcome(await suite.call('DELETE', pathOf(cy, `/${id}`), { as: administrator }))).toEqual([200, {}])
  const mail = await told(cy.email, /An administrator removed a second factor/)
  expect(mail.text).toContain('Cy’s phone')
  expect((await suite.call('GET', pathOf(cy), { as: administrator })).body.count).toBe(0)
  await sessionBy(suite, cy)
})

test('the key that seals the secrets is replaced, and the codes stay the same', async () => {
  const dot = await suite.member('dot')
  const { id, secret } = await enrol(suite, dot)
  const restartWith = async (keys: string) => {
    gateway.AUTHENTICATOR_KEY = keys
    for (const process of suite.processes.gateway) await process.restart()
  }
  const expectSignsIn = async () => {
    await forgetSpent(suite, dot)
    expect((await signIn(suite, dot, { code: codeOf(secret) })).status).toBe(200)
  }
  await restartWith(`${older},${newer}`)
  await expectSignsIn()
  await restartWith(`${newer},${older}`)
  const sealer = createSealer(newer)
  const isSealedAnew = async () => {
    const rows = await query<{ id: string; secret: Buffer }>(
      suite,
      `SELECT id, secret FROM authenticator WHERE kind = 'Totp'`,
    )
    return rows.some((row) => row.id === id) && rows.every((row) => sealer.open(row.secret, row.id))
  }
  await expect.poll(isSealedAnew, { timeout: 45_000 }).toBe(true)
  await restartWith(newer)
  await expectSignsIn()
})

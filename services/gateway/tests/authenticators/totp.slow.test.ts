import { sharedSite } from '@agora/testing/shared-suite'
import { basic, type Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { dumpAll } from '../dump.ts'
import { query } from '../query.ts'
import {
  age,
  asked,
  at,
  codeOf,
  confirm,
  enrol,
  forbidden,
  forgetSpent,
  outcome,
  pathOf,
  recent,
  refusedFactor,
  sessionBy,
  signIn,
  wrongCodeOf,
  wrongFactor,
} from './codes.ts'

let suite: Suite
beforeAll(async () => {
  suite = await sharedSite()
})
afterAll(() => suite?.close())

const isTrue = (value: boolean) => value
const list = async (member: { id: string; headers: Record<string, string> }) =>
  (await suite.call('GET', pathOf(member), { as: member })).body

describe('a program that shows codes', () => {
  test('is told the name that the site has now, as a passkey is', async () => {
    const [rena, administrator] = [await suite.member('rena'), await suite.administrator()]
    const rename = (name: string | null) =>
      suite.call('PATCH', '/site', { as: administrator, body: { name } })
    onTestFinished(async () => void (await rename(null)))
    expect((await rename('The Guild')).status).toBe(200)
    const totp = await suite.call('POST', pathOf(rena, '/totp'), { as: rena, body: { name: 'Phone' } })
    expect(new URL(totp.body.uri).searchParams.get('issuer')).toBe('The Guild')
    const passkey = await suite.call('POST', pathOf(rena, '/passkeys/options'), { as: rena })
    expect(passkey.body.rp.name).toBe('The Guild')
  })

  test('counts for nothing until one of its codes was sent', async () => {
    const ada = await suite.member('ada')
    const made = await suite.call('POST', pathOf(ada, '/totp'), { as: ada, body: { name: 'Ada’s phone 📱' } })
    const { id, secret, uri } = made.body
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toMatch(
      /^otpauth:\/\/totp\/Agora:ada_\d+\?issuer=Agora&secret=\w+&algorithm=SHA1&digits=6&period=30$/,
    )
    expect(await list(ada)).toEqual({ offset: 0, limit: 50, count: 0, items: [] })
    expect((await signIn(suite, ada)).status).toBe(200)
    const enable = (code: string, replica = 0) =>
      suite.call('PUT', at(suite, replica, pathOf(ada, `/${id}`)), { as: ada, body: { code } })
    expect(outcome(await enable(wrongCodeOf(secret)))).toEqual([422, { error: 'invalid second factor' }])
    const enabled = await enable(codeOf(secret), 1)
    expect(enabled.body).toEqual({
      type: 'Authenticator',
      id,
      kind: 'Totp',
      name: 'Ada’s phone 📱',
      created_at: expect.any(String),
      last_used_at: null,
      remaining: null,
      recovery_codes: expect.any(Array),
    })
    expect(enabled.body.recovery_codes).toHaveLength(10)
    expect(
      enabled.body.recovery_codes.every((code: string) => /^([0-9a-z]{4}-){3}[0-9a-z]{4}$/.test(code)),
    ).toBe(true)
    const { count, items } = await list(ada)
    expect(count).toBe(2)
    expect(items).toMatchObject([
      { id, kind: 'Totp' },
      { kind: 'RecoveryCodes', name: 'Recovery codes', remaining: 10 },
    ])
    expect(outcome(await enable(codeOf(secret)))).toEqual([
      409,
      { error: 'authenticator is already in force' },
    ])
    // The codes come with the first one only.
    expect((await enrol(suite, ada, ada, 'Tablet')).codes).toEqual([])
  })

  test('is the member’s alone, read by administrators, and changed with a recent sign-in only', async () => {
    const bea = await suite.member('bea')
    const other = await suite.member('other')
    const administrator = await suite.administrator()
    const body = { name: 'Phone' }
    for (const as of [other, administrator])
      expect(outcome(await suite.call('POST', pathOf(bea, '/totp'), { as, body }))).toEqual(forbidden)
    expect(outcome(await suite.call('GET', pathOf(bea), { as: other }))).toEqual(forbidden)
    const { id } = await enrol(suite, bea)
    expect((await suite.call('GET', pathOf(bea), { as: administrator })).body.count).toBe(2)
    await age(suite, bea)
    await age(suite, administrator)
    for (const [method, rest, sent] of [
      ['POST', '/totp', body],
      ['POST', '/recovery-codes', {}],
      ['PUT', `/${id}`, { code: '000000' }],
      ['DELETE', `/${id}`, undefined],
    ] as const)
      expect(outcome(await suite.call(method, pathOf(bea, rest), { as: bea, body: sent }))).toEqual(recent)
    expect(outcome(await suite.call('DELETE', pathOf(bea, `/${id}`), { as: administrator }))).toEqual(recent)
    expect((await list(bea)).count).toBe(2)
  })

  test.each([
    ['', 'must NOT have fewer than 1 characters'],
    ['x'.repeat(65), 'must NOT have more than 64 characters'],
    ['two\nlines', 'must match pattern'],
    ['\u2066right to left', 'must match pattern'],
    ['\u200b\u00a0', 'must match pattern'],
  ])('is not called %j', async (name, reason) => {
    const cas = await sessionBy(suite, { ...(await nameless()) })
    const { id } = (await suite.call('GET', '/auth/self', { as: cas })).body.user
    const answer = await suite.call('POST', pathOf({ id }, '/totp'), { as: cas, body: { name } })
    expect(answer.status).toBe(422)
    expect(answer.body.error).toContain(`invalid \`name\`: ${reason}`)
  })
  let namelessMade: ReturnType<Suite['member']> | undefined
  const nameless = () => {
    namelessMade ??= suite.member('nameless')
    return namelessMade
  }
})

describe('signing in', () => {
  test('needs a code once the password is right, and each code works once', async () => {
    const dan = await suite.member('dan')
    // Unknown fields never mattered, and without a second factor a code does not either.
    expect((await signIn(suite, dan, { code: 'anything' })).status).toBe(200)
    const { secret, codes } = await enrol(suite, dan)
    const refused = await signIn(suite, dan)
    expect(outcome(refused)).toEqual(asked)
    expect(refused.headers.getSetCookie()).toEqual([])
    const wrongPassword = { ...dan, password: 'a guess' }
    for (const code of [undefined, codeOf(secret, 1), codes[0]])
      expect(outcome(await signIn(suite, wrongPassword, code ? { code } : {}))).toEqual([
        401,
        { error: 'invalid login or password' },
      ])
    // The step that enabled it is spent; the one before is not.
    await query(suite, 'UPDATE authenticator SET spent_steps = ARRAY[$1::int] WHERE account_id = $2', [
      Math.floor(Date.now() / 30_000),
      dan.id,
    ])
    expect(outcome(await signIn(suite, dan, { code: codeOf(secret, 2) }))).toEqual(wrongFactor)
    const before = codeOf(secret, 1)
    const signed = await signIn(suite, dan, { code: before })
    expect(signed.body).toMatchObject({ type: 'User', user: { id: dan.id } })
    expect(outcome(await signIn(suite, dan, { code: before }, 1))).toEqual(wrongFactor)
    expect(outcome(await signIn(suite, dan, { code: wrongCodeOf(secret) }))).toEqual(wrongFactor)
    // A telephone may be half a minute fast, and what it shows is spent like any other code.
    const next = codeOf(secret, -1)
    expect((await signIn(suite, dan, { code: next })).status).toBe(200)
    for (const code of [next, before])
      expect(outcome(await signIn(suite, dan, { code }))).toEqual(wrongFactor)
    expect(outcome(await signIn(suite, dan, { code: codeOf(secret, -3) }))).toEqual(wrongFactor)
    // However it is typed.
    await forgetSpent(suite, dan)
    const typed = codeOf(secret).replace(/(...)(...)/, '$1 $2')
    expect((await signIn(suite, dan, { code: typed })).status).toBe(200)
    const capitals = codes[1]!.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')
    expect((await signIn(suite, dan, { code: capitals })).status).toBe(200)
    expect(outcome(await signIn(suite, dan, { code: codes[1] }))).toEqual(wrongFactor)
    const { items } = await list(dan)
    expect(items).toMatchObject([
      { last_used_at: expect.any(String) },
      { remaining: 9, last_used_at: expect.any(String) },
    ])
  })

  test('by HTTP Basic is refused from then on, as with a wrong password', async () => {
    const eve = await suite.member('eve')
    const self = (password = eve.password, replica = 0) =>
      suite.call('GET', at(suite, replica, '/users?name=ev'), { as: basic(eve.username, password) })
    // Known to be right by both processes.
    expect([(await self()).status, (await self(eve.password, 1)).status]).toEqual([200, 200])
    await enrol(suite, eve)
    const [right, there, wrong] = [await self(), await self(eve.password, 1), await self('a guess')]
    expect(outcome(right)).toEqual([401, { error: 'invalid credentials' }])
    expect(outcome(there)).toEqual(outcome(right))
    expect(outcome(wrong)).toEqual(outcome(right))
    expect([...right.headers.keys()].sort()).toEqual([...wrong.headers.keys()].sort())
  })

  test('tells a stranger nothing of who has one', async () => {
    const plain = await suite.member('plain')
    const guarded = await suite.member('guarded')
    const { secret } = await enrol(suite, guarded)
    const answers = await Promise.all(
      [plain, guarded, { ...plain, username: 'nobody_at_all' }].flatMap((member) =>
        [{}, { code: codeOf(secret, 1) }].map((more) =>
          signIn(suite, { ...member, password: 'a guess' }, more),
        ),
      ),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(outcome(answer))))).toEqual(
      new Set([JSON.stringify([401, { error: 'invalid login or password' }])]),
    )
    expect((await suite.call('GET', `/users/${guarded.id}`)).text).not.toContain('actor')
  })
})

describe('of many at once, over two processes,', () => {
  const twenty = Array.from({ length: 20 }, (_, index) => index)

  test('exactly one signs in by a code', async () => {
    const fay = await suite.member('fay')
    const { secret } = await enrol(suite, fay)
    await forgetSpent(suite, fay)
    const code = codeOf(secret)
    const answers = await Promise.all(twenty.map((index) => signIn(suite, fay, { code }, index)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)])
  })

  test('exactly one signs in by a recovery code', async () => {
    const gus = await suite.member('gus')
    const { codes } = await enrol(suite, gus)
    const answers = await Promise.all(twenty.map((index) => signIn(suite, gus, { code: codes[3] }, index)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)])
    expect((await list(gus)).items[1].remaining).toBe(9)
  })

  test('exactly one first factor brings the recovery codes', async () => {
    const hal = await suite.member('hal')
    const made = await Promise.all(
      twenty.slice(0, 4).map((index) =>
        suite.call('POST', at(suite, index, pathOf(hal, '/totp')), {
          as: hal,
          body: { name: `Phone ${index}` },
        }),
      ),
    )
    const enabled = await Promise.all(
      made.map(({ body: { id, secret } }, index) =>
        suite.call('PUT', at(suite, index, pathOf(hal, `/${id}`)), {
          as: hal,
          body: { code: codeOf(secret) },
        }),
      ),
    )
    expect(enabled.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(enabled.map(({ body }) => body.recovery_codes !== undefined).filter(isTrue)).toHaveLength(1)
    expect((await list(hal)).items.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'RecoveryCodes',
      ...Array(4).fill('Totp'),
    ])
    // The last one takes the codes with it, whichever goes last.
    const gone = await Promise.all(
      made.map(({ body: { id } }, index) =>
        suite.call('DELETE', at(suite, index, pathOf(hal, `/${id}`)), { as: hal }),
      ),
    )
    expect(gone.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await list(hal)).count).toBe(0)
    expect((await signIn(suite, hal)).status).toBe(200)
  })

  test('a sign-in by the password alone and the first factor leave no session that showed neither', async () => {
    const ida = await suite.member('ida')
    const made = await suite.call('POST', pathOf(ida, '/totp'), { as: ida, body: { name: 'Phone' } })
    const { id, secret } = made.body
    const [enabled, ...signed] = await Promise.all([
      suite.call('PUT', pathOf(ida, `/${id}`), { as: ida, body: { code: codeOf(secret) } }),
      ...twenty.slice(0, 6).map((index) => signIn(suite, ida, {}, index)),
    ])
    expect(enabled.status).toBe(200)
    const sessions = await query<{ late: boolean }>(
      suite,
      `SELECT s.created_at > a.enabled_at AS late FROM session s JOIN authenticator a ON a.account_id = s.account_id
       WHERE s.account_id = $1 AND a.kind = 'Totp' AND NOT s.showed_factor`,
      [ida.id],
    )
    expect(sessions.every(({ late }) => !late)).toBe(true)
    expect(signed.every(({ status }) => status === 200 || status === 401)).toBe(true)
  })
})

describe('a session', () => {
  test('is made recent by a code, which is then spent, or by the password where the factor was shown', async () => {
    const jan = await suite.member('jan')
    const { secret, codes } = await enrol(suite, jan)
    await forgetSpent(suite, jan)
    await age(suite, jan)
    const code = codeOf(secret)
    expect(outcome(await confirm(suite, jan, { code: wrongCodeOf(secret) }))).toEqual(refusedFactor)
    const confirmed = await confirm(suite, jan, { code })
    expect(Date.parse(confirmed.body.confirmed_until) - Date.now()).toBeGreaterThan(13 * 60_000)
    expect(outcome(await confirm(suite, jan, { code }, 1))).toEqual(refusedFactor)
    expect((await confirm(suite, jan, { code: codes[0] })).status).toBe(200)
    expect((await confirm(suite, jan, { current_password: jan.password })).status).toBe(200)
    expect(outcome(await confirm(suite, jan, {}))).toEqual([
      422,
      { error: 'invalid `current_password`: is required' },
    ])
    expect((await suite.call('POST', pathOf(jan, '/recovery-codes'), { as: jan })).status).toBe(200)
    // The old ones died.
    expect(outcome(await signIn(suite, jan, { code: codes[5] }))).toEqual(wrongFactor)
  })

  test('that a thief opened before there was a factor is not made recent by the password', async () => {
    const kim = await suite.member('kim')
    const stolen = await sessionBy(suite, kim)
    const { secret } = await enrol(suite, kim)
    await age(suite, kim)
    const password = { current_password: kim.password }
    expect(outcome(await confirm(suite, stolen, password))).toEqual([
      403,
      { error: 'second factor is required' },
    ])
    const remove = pathOf(kim, `/${(await list(kim)).items[0].id}`)
    expect(outcome(await suite.call('DELETE', remove, { as: stolen }))).toEqual(recent)
    await forgetSpent(suite, kim)
    expect((await confirm(suite, stolen, { code: codeOf(secret) })).status).toBe(200)
    await age(suite, kim)
    expect((await confirm(suite, stolen, password)).status).toBe(200)
  })

  test('of an account without a factor takes no code', async () => {
    const lea = await suite.member('lea')
    expect(outcome(await confirm(suite, lea, { code: '123456' }))).toEqual(refusedFactor)
    expect(outcome(await suite.call('POST', pathOf(lea, '/recovery-codes'), { as: lea }))).toEqual([
      409,
      { error: 'account has no second factor' },
    ])
  })
})

describe('what is stored', () => {
  test('opens nothing by itself', async () => {
    const max = await suite.member('max')
    const { secret, codes } = await enrol(suite, max)
    const everything = await dumpAll(suite)
    const bytes = Buffer.from(new Uint8Array((await import('otpauth')).Secret.fromBase32(secret).buffer))
    for (const form of [
      secret,
      bytes.toString('hex'),
      ...codes,
      ...codes.map((code) => code.replaceAll('-', '')),
    ])
      expect(everything).not.toContain(form)
  })

  test('is bounded: five secrets that wait, twenty in force', async () => {
    const ned = await suite.member('ned')
    const make = () => suite.call('POST', pathOf(ned, '/totp'), { as: ned, body: { name: 'Phone' } })
    const made = []
    for (let index = 0; index < 6; index++) made.push((await make()).body)
    const enable = ({ id, secret }: { id: string; secret: string }) =>
      suite.call('PUT', pathOf(ned, `/${id}`), { as: ned, body: { code: codeOf(secret) } })
    expect(outcome(await enable(made[0]))).toEqual([404, { error: 'authenticator not found' }])
    expect((await enable(made[5])).status).toBe(200)
    await query(
      suite,
      `INSERT INTO authenticator (id, account_id, kind, name, secret, enabled_at)
       SELECT gen_random_uuid(), $1, 'Totp', 'Phone', '\\x00', now() FROM generate_series(1, 19)`,
      [ned.id],
    )
    const tooMany = [409, { error: 'account has as many authenticators as one may have' }]
    expect(outcome(await make())).toEqual(tooMany)
    expect(outcome(await enable(made[4]))).toEqual(tooMany)
  })

  test('goes with the account', async () => {
    const oda = await suite.member('oda')
    await enrol(suite, oda)
    expect(
      (await suite.call('DELETE', `/users/${oda.id}`, { as: oda, body: { current_password: oda.password } }))
        .status,
    ).toBe(200)
    const left = await query(suite, 'SELECT FROM authenticator WHERE account_id = $1', [oda.id])
    expect(left).toHaveLength(0)
  })
})

import { createHmac } from 'node:crypto'
import { answersPuzzle, captchaPuzzles, solveCaptcha } from '@agora/testing/captcha-solver'
import type { Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CaptchaClient, captchaClient, easySuite, outcome, refused } from './support.ts'

let suite: Suite
let captcha: CaptchaClient

beforeAll(async () => {
  suite = await easySuite()
  captcha = captchaClient(suite)
})
afterAll(() => suite?.close())

/** Tries all of these in turn; a failure names the first with a different answer. */
async function expectEach(cases: Record<string, unknown>, expected: readonly unknown[]) {
  const answers: Record<string, unknown> = {}
  for (const [name, body] of Object.entries(cases)) answers[name] = outcome(await captcha.redeem(body))
  expect(answers).toEqual(Object.fromEntries(Object.keys(cases).map((name) => [name, expected])))
}

describe('POST /captcha/:scope/redeem', () => {
  it.each(['register', 'login'] as const)('exchanges a solved challenge for a token of %s', async (scope) => {
    const body = await captcha.solved(scope)
    const before = Date.now()
    const answer = await captcha.redeem(body, scope)
    const after = Date.now()
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body).sort()).toEqual(['expires', 'success', 'token'])
    expect(answer.body.success).toBe(true)
    expect(answer.body.token).toMatch(/^[A-Za-z0-9_-]{20,128}$/)
    expect(answer.body.token).not.toBe(body.token)
    expect(answer.body.expires).toBeGreaterThanOrEqual(before + 1_200_000)
    expect(answer.body.expires).toBeLessThanOrEqual(after + 1_200_000)
  })

  it('redeems a challenge once', async () => {
    const body = await captcha.solved()
    expect((await captcha.redeem(body)).status).toBe(200)
    expect(outcome(await captcha.redeem(body))).toEqual(refused.redeemed)
  })

  it('ignores unknown fields, as the widget may send some', async () => {
    expect(
      (await captcha.redeem({ ...(await captcha.solved()), instr: { x: 1 }, scope: 'login' })).status,
    ).toBe(200)
  })

  it('accepts any correct nonce, not only the smallest', async () => {
    const challenge = await captcha.mint()
    const solutions = captchaPuzzles(challenge).map((puzzle) => {
      let nonce = 9_007_199_254_740_991
      while (!answersPuzzle(puzzle, nonce)) nonce -= 1
      return nonce
    })
    expect((await captcha.redeem({ token: challenge.token, solutions })).status).toBe(200)
  })

  it('refuses a challenge of the other form and leaves it redeemable in its own', async () => {
    const body = await captcha.solved('login')
    expect(outcome(await captcha.redeem(body, 'register'))).toEqual(refused.scope)
    expect((await captcha.redeem(body, 'login')).status).toBe(200)
    expect(outcome(await captcha.redeem(body, 'register'))).toEqual(refused.scope)
  })

  it('checks the token first, then the scope, then the solutions, then the repetition', async () => {
    const body = await captcha.solved('login')
    expect(outcome(await captcha.redeem({ token: 'forged', solutions: 'none' }, 'login'))).toEqual(
      refused.challenge,
    )
    expect(outcome(await captcha.redeem({ ...body, solutions: 'none' }, 'register'))).toEqual(refused.scope)
    expect((await captcha.redeem(body, 'login')).status).toBe(200)
    expect(outcome(await captcha.redeem({ ...body, solutions: [] }, 'login'))).toEqual(refused.solutions)
    expect(outcome(await captcha.redeem(body, 'login'))).toEqual(refused.redeemed)
  })

  it('refuses anything but one correct nonce per puzzle, and the challenge stays redeemable', async () => {
    const challenge = await captcha.mint()
    const { token } = challenge
    const solutions = solveCaptcha(challenge)
    const [first = 0, second = 0, ...rest] = solutions
    let wrong = first + 1
    while (answersPuzzle(captchaPuzzles(challenge)[0]!, wrong)) wrong += 1
    const lists: Record<string, unknown> = {
      missing: undefined,
      null: null,
      'a string': 'solutions',
      'a number': 4,
      'an object': { ...solutions, length: solutions.length },
      empty: [],
      'one short': solutions.slice(1),
      'one too many': [...solutions, 0],
      'twice as many': [...solutions, ...solutions],
      'two hundred thousand': Array(200_000).fill(0),
      swapped: [second, first, ...rest],
      'all zero': solutions.map(() => 0),
      'another number': [wrong, second, ...rest],
      negative: [-first - 1, second, ...rest],
      'a fraction': [first + 0.5, second, ...rest],
      'a string nonce': [String(first), second, ...rest],
      'an exponent as text': ['1e3', second, ...rest],
      'a null nonce': [null, second, ...rest],
      'true as a nonce': [true, second, ...rest],
      'a nested list': [[first], second, ...rest],
      'an object as a nonce': [{ valueOf: first }, second, ...rest],
      'beyond the safe integers': [2 ** 53, second, ...rest],
      'beyond all numbers': [1e300, second, ...rest],
    }
    const bodies = Object.entries(lists).map(([name, list]) => [name, { token, solutions: list }])
    await expectEach(Object.fromEntries(bodies), refused.solutions)
    const raw = (list: string) => `{"token":"${token}","solutions":${list}}`
    await expectEach(
      {
        infinite: raw('[1e999,0,0,0]'),
        holes: raw('[0,0,0,{"__proto__":1}]'),
        long: raw(`[${'9'.repeat(999)},0,0,0]`),
      },
      refused.solutions,
    )
    expect((await captcha.redeem({ token, solutions })).status).toBe(200)
  })

  it('refuses a wrong nonce for any puzzle, including the last', async () => {
    const challenge = await captcha.mint()
    const solutions = solveCaptcha(challenge)
    const puzzles = captchaPuzzles(challenge)
    for (const [index, puzzle] of puzzles.entries()) {
      const wrong = answersPuzzle(puzzle, 0) ? 1 : 0
      const answer = await captcha.redeem({ token: challenge.token, solutions: solutions.with(index, wrong) })
      expect(outcome(answer)).toEqual(refused.solutions)
    }
  })

  it('refuses every token that it did not issue, even one character off', async () => {
    const { token, solutions } = await captcha.solved()
    const other = (await captcha.solved()).token
    const tokens: Record<string, unknown> = {
      missing: undefined,
      null: null,
      empty: '',
      'a number': 7,
      'a list': [token],
      'an object': { toString: token },
      NUL: '\0',
      'half a surrogate pair': '\ud800',
      'a megabyte': 'A'.repeat(1_000_000),
      truncated: token.slice(0, -1),
      halved: token.slice(0, token.length / 2),
      extended: `${token}A`,
      padded: `${token}==`,
      'in space': ` ${token}`,
      'with a line end': `${token}\n`,
      'dots in it': `${token.slice(0, 30)}.${token.slice(31)}`,
      'in other letters': token.toLowerCase(),
      spliced: other.slice(0, 40) + token.slice(40),
      doubled: token + token,
    }
    for (let index = 0; index < token.length; index += 3) {
      const letter = token[index] === 'A' ? 'B' : 'A'
      tokens[`changed at ${index}`] = token.slice(0, index) + letter + token.slice(index + 1)
    }
    const bodies = Object.entries(tokens).map(([name, text]) => [name, { token: text, solutions }])
    await expectEach(Object.fromEntries(bodies), refused.challenge)
    expect((await captcha.redeem({ token, solutions })).status).toBe(200)
  })

  it('accepts one spelling of a token: another encoding of the same bytes is refused', async () => {
    const { token, solutions } = await captcha.solved()
    const bytes = Buffer.from(token, 'base64url')
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const same = [...alphabet]
      .map((letter) => token.slice(0, -1) + letter)
      .filter((text) => text !== token && Buffer.from(text, 'base64url').equals(bytes))
    expect(same.length).toBeGreaterThan(0)
    // Where the standard alphabet differs: Node decodes both.
    const texts = [...same, `${bytes.toString('base64')}`, token.replaceAll('-', '+').replaceAll('_', '/')]
    for (const text of texts.filter((candidate) => candidate !== token))
      expect(outcome(await captcha.redeem({ token: text, solutions }))).toEqual(refused.challenge)
  })

  it('lets no token choose its algorithm, or none', async () => {
    const { token, solutions } = await captcha.solved()
    const key = Buffer.from(suite.secrets.captchaKey, 'hex')
    const message = Buffer.from(token, 'base64url').subarray(0, -32)
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = part({ scope: 'register', c: 4, s: 32, d: 2, exp: 4_000_000_000 })
    const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${claims}`
    const forged = {
      none: `${part({ alg: 'none' })}.${claims}.`,
      HS256: `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`,
      'no signature': message.toString('base64url'),
      'an empty key': sealed('sha256', Buffer.alloc(0), message),
      'the key as text': sealed('sha256', Buffer.from(suite.secrets.captchaKey), message),
      SHA1: sealed('sha1', key, message),
      SHA512: sealed('sha512', key, message),
      'SHA512, cut': Buffer.concat([
        message,
        createHmac('sha512', key).update(message).digest().subarray(0, 32),
      ]).toString('base64url'),
      zeroes: Buffer.concat([message, Buffer.alloc(32)]).toString('base64url'),
    }
    const bodies = Object.entries(forged).map(([name, text]) => [name, { token: text, solutions }])
    await expectEach(Object.fromEntries(bodies), refused.challenge)
    // Built the same way with the right key and algorithm, it is the token itself.
    expect(sealed('sha256', key, message)).toBe(token)
  })

  it('accepts no verification token as a challenge', async () => {
    const token = await captcha.earn()
    expect(outcome(await captcha.redeem({ token, solutions: [0, 0, 0, 0] }))).toEqual(refused.challenge)
  })

  it('refuses a body that is missing or not a JSON object with the same 400', async () => {
    const { token, solutions } = await captcha.solved()
    const whole = JSON.stringify({ token, solutions })
    await expectEach(
      {
        nothing: undefined,
        'an empty text': '',
        'half a body': whole.slice(0, -1),
        'two bodies': whole + whole,
        text: 'token',
        null: 'null',
        list: `[${whole}]`,
        string: JSON.stringify(whole),
        number: '1',
        'a polluted body': `{"__proto__":${whole}}`,
        'a form': `token=${token}`,
      },
      refused.challenge,
    )
    expect((await captcha.redeem({ token, solutions })).status).toBe(200)
  })

  it('answers 413 for more than a MiB and 415 for what is not JSON by its type', async () => {
    const large = await captcha.redeem({ token: 'A'.repeat(1_048_576), solutions: [] })
    expect(large.status).toBe(413)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await captcha.post('register/redeem', { body: 'token=x', headers })).status).toBe(415)
  })
})

function sealed(algorithm: string, key: Buffer, message: Buffer): string {
  const mac = createHmac(algorithm, key).update(message).digest()
  return Buffer.concat([message, mac]).toString('base64url')
}

import { createHash } from 'node:crypto'

/** The answer to POST /captcha/:scope/challenge. */
export interface CaptchaChallenge {
  token: string
  challenge: { c: number; s: number; d: number }
  /** Milliseconds since the epoch. */
  expires: number
}

/** A puzzle: find a decimal nonce such that the hexadecimal sha256 of `salt` and nonce begins with `target`. */
export interface CaptchaPuzzle {
  salt: string
  target: string
}

/**
 * The puzzles of a challenge. Written from the description of the protocol without sharing a line with the service, so
 * that each checks the other.
 */
export function captchaPuzzles({ token, challenge: { c, s, d } }: CaptchaChallenge): CaptchaPuzzle[] {
  return Array.from({ length: c }, (_, index) => ({
    salt: prng(`${token}${index + 1}`, s),
    target: prng(`${token}${index + 1}d`, d),
  }))
}

/** The smallest correct nonce of each puzzle; 16^d hashes each on average. */
export function solveCaptcha(challenge: CaptchaChallenge): number[] {
  return captchaPuzzles(challenge).map(({ salt, target }) => {
    let nonce = 0
    while (!answersPuzzle({ salt, target }, nonce)) nonce += 1
    return nonce
  })
}

export function answersPuzzle({ salt, target }: CaptchaPuzzle, nonce: number): boolean {
  return createHash('sha256').update(`${salt}${nonce}`).digest('hex').startsWith(target)
}

/**
 * A verification token for `scope`, obtained as the widget does: challenge, solve, redeem.
 *
 * @param baseUrl of whatever serves /api/v1/captcha.
 * @param headers sent with both requests, for a service that is called without the gateway.
 */
export async function earnCaptchaToken(
  baseUrl: string,
  scope: 'register' | 'login',
  headers: Record<string, string> = {},
): Promise<string> {
  const route = `${baseUrl}/api/v1/captcha/${scope}`
  const challenge = (await answerOf(
    await fetch(`${route}/challenge`, { method: 'POST', headers }),
  )) as CaptchaChallenge
  const redeemed = await fetch(`${route}/redeem`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ token: challenge.token, solutions: solveCaptcha(challenge) }),
  })
  return ((await answerOf(redeemed)) as { token: string }).token
}

async function answerOf(response: Response): Promise<unknown> {
  const body = await response.text()
  if (response.status !== 200) throw new Error(`${response.url} answered ${response.status}: ${body}`)
  return JSON.parse(body)
}

const MASK = 0xffff_ffffn

/** FNV-1a seeds xorshift32, whose states are written as eight hexadecimal digits each. */
function prng(seed: string, length: number): string {
  let state = 2_166_136_261n
  for (let index = 0; index < seed.length; index++) {
    state ^= BigInt(seed.charCodeAt(index))
    state = (state * 16_777_619n) & MASK
  }
  let text = ''
  while (text.length < length) {
    state ^= (state << 13n) & MASK
    state ^= state >> 17n
    state ^= (state << 5n) & MASK
    text += state.toString(16).padStart(8, '0')
  }
  return text.slice(0, length)
}

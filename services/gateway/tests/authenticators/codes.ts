import { type Answer, type Caller, type Member, sessionOf } from '@agora/testing/client'
import type { Suite } from '@agora/testing/suite'
import { Secret, TOTP } from 'otpauth'
import { query } from '../query.ts'

const STEP_MS = 30_000

/** The code of a secret in base 32, `steps` before the present one. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() - steps * STEP_MS })

/** Six digits that are no code of the secret now, nor were lately. */
export function wrongCodeOf(secret: string): string {
  const codes = [-2, -1, 0, 1, 2, 3].map((steps) => codeOf(secret, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555', '666666'].find(
    (code) => !codes.includes(code),
  )!
}

/** Where a request goes: the replica's own address. */
export const at = (suite: Suite, replica: number, path: string): string =>
  `${suite.urls.gateway[replica % suite.urls.gateway.length]}/api/v1${path}`

export const pathOf = ({ id }: Pick<Member, 'id'>, rest = ''): string => `/users/${id}/authenticators${rest}`

export const outcome = ({ status, body }: Answer) => [status, body]

export interface Enrolled {
  id: string
  secret: string
  codes: string[]
}

/** Adds a program that shows codes to a member's account. Its code of this moment is spent. */
export async function enrol(
  suite: Suite,
  member: Member,
  as: Caller = member,
  name = 'Phone',
): Promise<Enrolled> {
  const made = await suite.call('POST', pathOf(member, '/totp'), { as, body: { name } })
  if (made.status !== 200) throw new Error(made.text)
  const { id, secret } = made.body
  const enabled = await suite.call('PUT', pathOf(member, `/${id}`), { as, body: { code: codeOf(secret) } })
  if (enabled.status !== 200) throw new Error(enabled.text)
  return { id, secret, codes: enabled.body.recovery_codes ?? [] }
}

/** Time cannot pass in a test: lets the codes of this half minute be used again. */
export const forgetSpent = (suite: Suite, { id }: Pick<Member, 'id'>) =>
  query(suite, `UPDATE authenticator SET spent_steps = '{}' WHERE account_id = $1`, [id])

/** The session was opened, and confirmed, sixteen minutes ago. */
export const age = (suite: Suite, { id }: Pick<Member, 'id'>) =>
  query(suite, `UPDATE session SET confirmed_at = now() - interval '16 minutes' WHERE account_id = $1`, [id])

export const signIn = (suite: Suite, { username, password }: Member, more: object = {}, replica = 0) =>
  suite.call('PUT', at(suite, replica, '/auth/self'), { body: { login: username, password, ...more } })

export const sessionBy = async (suite: Suite, member: Member, more: object = {}): Promise<Caller> =>
  sessionOf(await signIn(suite, member, more))

export const confirm = (suite: Suite, as: Caller, body: object, replica = 0) =>
  suite.call('PUT', at(suite, replica, '/auth/self/confirmation'), { as, body })

export const asked = [401, { error: 'second factor is required' }]
export const wrongFactor = [401, { error: 'invalid second factor' }]
export const refusedFactor = [403, { error: 'invalid second factor' }]
export const recent = [403, { error: 'recent sign-in is required' }]
export const forbidden = [403, { error: 'forbidden' }]

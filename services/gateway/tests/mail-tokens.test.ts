import { sharedSite } from '@agora/testing/shared-suite'
import { type Answer, bearer, type Caller, type Member, type Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { purge, query } from './query.ts'

let suite: Suite
beforeAll(async () => {
  suite = await sharedSite()
})
afterAll(() => suite?.close())

const outcome = ({ status, body }: Answer) => [status, body]
/** Asks for a mail to this address; returns the request's id. */
async function requested(member: Member, email: string): Promise<string> {
  const asked = await suite.call('POST', `/users/${member.id}/emails`, { as: member, body: { email } })
  expect(asked.status, asked.text).toBe(200)
  const [request] = await requestsOf(member)
  return request!.id
}
const requestsOf = (member: Member) =>
  query<{ id: string }>(suite, 'SELECT id FROM mail_request WHERE account_id = $1', [member.id])
const verify = (member: Member, token: string) =>
  suite.call('PUT', `/users/${member.id}/emails`, { as: member, body: { token } })

describe('the token of a mail', () => {
  const mailTokens = (caller: Caller, mailId: unknown) =>
    suite.call('POST', `${suite.url}/internal/mail-tokens`, { as: caller, body: { mail_id: mailId } })

  test('is given only to the mail service, and voids the previous one', async () => {
    const member = await suite.member('rendered')
    const id = await requested(member, `${member.username}@example.com`)
    const service = bearer(suite.secrets.serviceKeys['mail-jobs'])
    for (const caller of [{ headers: {} }, member, await suite.administrator(), bearer('x'.repeat(43))])
      expect(outcome(await mailTokens(caller, id))).toEqual([404, { error: 'not found' }])
    expect(outcome(await mailTokens(bearer(suite.secrets.serviceKeys.forum), id))).toEqual([
      403,
      { error: 'forbidden' },
    ])
    const old = (await mailTokens(service, id)).body.token
    const { status, body } = await mailTokens(service, id)
    expect(status).toBe(200)
    expect(body).toEqual({
      kind: 'VerifyEmail',
      token: expect.stringMatching(/^[\w-]{43}$/),
      url: `${suite.url}/verify-email?token=${body.token}`,
      recipient: `${member.username}@example.com`,
      username: member.username,
      expires_at: expect.stringMatching(/^\d{4}-/),
      display_name: '',
      locale: 'en-US',
    })
    expect(outcome(await verify(member, old))).toEqual([400, { error: 'invalid token' }])
    expect((await verify(member, body.token)).status).toBe(200)
    expect(outcome(await mailTokens(service, id))).toEqual([404, { error: 'nothing to send' }])
    expect((await mailTokens(service, 'x')).status).toBe(422)
  })

  test('is not created after the mail’s deadline, and is purged when it expires', async () => {
    const member = await suite.member('too_late')
    const id = await requested(member, `${member.username}@example.com`)
    const attempt = async () => (await mailTokens(bearer(suite.secrets.serviceKeys['mail-jobs']), id)).status
    expect(await attempt()).toBe(200)
    await query(suite, 'UPDATE mail_request SET deadline = now() WHERE id = $1', [id])
    expect(await attempt()).toBe(404)
    await purge(suite)
    expect(await requestsOf(member)).toHaveLength(1)
    await query(suite, 'UPDATE mail_request SET token_expires_at = now() WHERE id = $1', [id])
    await purge(suite)
    expect(await requestsOf(member)).toEqual([])
  })
})

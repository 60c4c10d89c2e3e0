import { hiddenFields } from '@agora/testing/page-browser'
import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOf } from '../support.ts'

/** More than may be in progress at the gateway. */
const AT_ONCE = 400

let suite: Suite
beforeAll(async () => {
  suite = await startSuite({
    services: ['gateway', 'forum', 'web'],
    config: { site: { trusted_proxies: ['127.0.0.1'] } },
  })
})
afterAll(() => suite?.close())

const from = (address: string) => browserOf(suite, undefined, { 'x-forwarded-for': address })

test('hundreds who wait for a password at the sign-in page hold up nobody who reads or signs in', async () => {
  const member = await suite.member('bystander')
  const attacker = from('198.51.100.1')
  const fields = hiddenFields((await attacker.get('/sign-in')).text)
  let answered = 0
  const attack = Array.from({ length: AT_ONCE }, async (_, index) => {
    const { status } = await attacker.post('/sign-in', { ...fields, login: `nobody_${index}`, password: 'x' })
    answered += 1
    return status
  })
  let rounds = 0
  for (; answered < AT_ONCE; rounds++) {
    const reader = from(`203.0.113.${rounds % 256}`)
    expect((await reader.get('/')).status).toBe(200)
    expect((await reader.get('/sign-in')).status).toBe(200)
    const credentials = { login: member.username, password: member.password }
    expect((await reader.submit('/sign-in', credentials)).status).toBe(303)
  }
  expect(rounds).toBeGreaterThan(0)
  // Whoever is not judged in time is told to come again, and nobody is signed in.
  expect(
    [...new Set(await Promise.all(attack))].filter((status) => ![401, 429, 503].includes(status)),
  ).toEqual([])
})

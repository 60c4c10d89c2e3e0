import { Browser } from '@agora/testing/page-browser'
import { startSuite } from '@agora/testing/suite'
import { expect, test } from 'vitest'
import { post, registerClient } from './client.ts'

const enter = (as: Browser, user_code: string) => as.submit('/device', { user_code })

test('somebody who guesses codes is stopped, by account and by address', async () => {
  const limited = await startSuite({
    services: ['gateway', 'web'],
    limits: true,
    config: { site: { trusted_proxies: ['127.0.0.1'] } },
  })
  try {
    const client = await registerClient(limited, 'console', { secret: null })
    const at = async (name: string, address: string) => {
      const own = new Browser(limited.url, { 'x-forwarded-for': address })
      await own.submit('/sign-in', { login: name, password: `${name} has a password` })
      return own
    }
    for (const name of ['mallory', 'friend', 'other'])
      await limited.member(name, { password: `${name} has a password` })
    const mallory = await at('mallory', '192.0.2.1')
    const tried = await Promise.all(Array.from({ length: 15 }, () => enter(mallory, 'BCDF-GHJK')))
    expect(tried.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 10 }, () => 422),
      ...Array.from({ length: 5 }, () => 429),
    ])
    const { body } = await post(limited, client, {}, 'device')
    for (const [name, address, status] of [
      ['mallory', '192.0.2.1', 429],
      ['mallory', '198.51.100.1', 429],
      ['friend', '192.0.2.1', 429],
      ['other', '203.0.113.1', 200],
    ] as const)
      expect((await enter(await at(name, address), body.user_code)).status, name).toBe(status)
  } finally {
    await limited.close()
  }
})

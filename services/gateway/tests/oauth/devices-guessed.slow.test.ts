import { Browser } from '@agora/testing/page-browser'
import { startSuite } from '@agora/testing/suite'
import { expect, test } from 'vitest'
import { post, registerClient } from './client.ts'

const enter = (as: Browser, user_code: string) => as.submit('/device', { user_code })

test('somebody who guesses codes, or starts devices without end, is stopped', async () => {
  const limited = await startSuite({
    services: ['gateway', 'web'],
    limits: true,
    config: { site: { trusted_proxies: ['127.0.0.1'] } },
  })
  try {
    const client = await registerClient(limited, 'console', {
      secret: null,
      callback: 'http://127.0.0.1/callback',
    })
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
    // Nobody has signed in where devices are started, and each is kept.
    const start = (address: string) =>
      limited.call('POST', '//oauth/device', {
        headers: { 'x-forwarded-for': address, 'content-type': 'application/x-www-form-urlencoded' },
        body: `client_id=${encodeURIComponent(client.key)}`,
      })
    const started = await Promise.all(Array.from({ length: 70 }, () => start('192.0.2.77')))
    expect(started.filter(({ status }) => status === 200)).toHaveLength(60)
    expect(started.filter(({ status }) => status === 429)).toHaveLength(10)
    expect((await start('192.0.2.78')).status).toBe(200)
  } finally {
    await limited.close()
  }
})

import { basic, type Member, type Suite, startSuite } from '@agora/testing/suite'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const REQUESTS = 300
const WRONG = 20

let suite: Suite
beforeAll(async () => {
  suite = await startSuite({
    services: ['gateway', 'forum', 'web'],
    replicas: { gateway: 2 },
    limits: true,
    // Simultaneous requests are counted here, not refused for being too many at once.
    env: { gateway: { MAX_IN_PROGRESS: '1000' } },
    config: {
      site: { trusted_proxies: ['127.0.0.1'] },
      limits: {
        requests_per_minute: REQUESTS,
        costly_requests_per_minute: 60,
        wrong_passwords_per_half_hour: WRONG,
      },
    },
  })
})
afterAll(() => suite?.close())

const from = (address: string, as?: { headers: Record<string, string> }) => ({
  headers: { ...as?.headers, 'x-forwarded-for': address },
})
const replica = (index: number, path: string) =>
  `${suite.urls.gateway[index % suite.urls.gateway.length]}/api/v1${path}`
const register = (address: string, username: string, over: object = {}) =>
  suite.call('POST', '/users', {
    ...from(address),
    body: { username, display_name: username, password: 'eight or more', ...over },
  })
const refused = [429, { error: 'too many requests' }]
const brief = ({ status, body }: { status: number; body: unknown }) => [status, body]
const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length

/** A member whose own address differs from a test's attacking one. */
let accounts = 0
async function member(username: string): Promise<Member> {
  accounts += 1
  const address = `203.0.113.${accounts}`
  const answer = await register(address, username)
  expect(answer.status, answer.text).toBe(200)
  const sid = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return {
    ...from(address, { headers: { cookie: sid } }),
    ...answer.body,
    username,
    password: 'eight or more',
  }
}

describe('requests', () => {
  test('for pages of long posts count for what these cost', async () => {
    const reader = await member('reads_long_posts')
    const body = '<'.repeat(65_536)
    const opened = await suite.call('POST', '/forum/sections/welcome', {
      as: reader,
      body: { title: 'Long', body },
    })
    const { id } = opened.body
    for (let reply = 0; reply < 14; reply++)
      expect((await suite.call('POST', `/forum/threads/${id}`, { as: reader, body: { body } })).status).toBe(
        200,
      )
    const read = async (address: string, path: string) =>
      (await suite.call('GET', path, from(address, { headers: { cookie: reader.headers.cookie ?? '' } })))
        .status
    // Sixty times 64 KiB.
    const statuses: number[] = []
    for (let time = 0; time < 6; time++)
      statuses.push(await read('192.0.2.60', `/forum/threads/${id}?limit=100`))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(await read('192.0.2.60', '/auth/self')).toBe(429)
    expect(await read('192.0.2.61', `/forum/threads/${id}?limit=100`)).toBe(200)
  })

  test('from one address are limited across all replicas, and others are served', async () => {
    const [attacker, other] = ['192.0.2.1', '192.0.2.2']
    const ask = async (address: string, index: number) =>
      (await suite.call('GET', replica(index, '/config'), from(address))).status
    const statuses = await Promise.all(
      Array.from({ length: REQUESTS * 2 }, (_, index) => ask(attacker, index)),
    )
    expect([count(statuses, 200), count(statuses, 429)]).toEqual([REQUESTS, REQUESTS])
    expect(await ask(other, 0)).toBe(200)
    const answer = await suite.call('GET', '/forum/sections', from(attacker))
    expect(brief(answer)).toEqual(refused)
    const wait = Number(answer.headers.get('retry-after'))
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(wait).toBeLessThanOrEqual(60)
    const page = await suite.call('GET', '//sign-in', from(attacker))
    expect([page.status, page.text.includes('done this too often')]).toEqual([429, true])
    expect((await suite.call('GET', '//health/live', from(attacker))).status).toBe(200)
    for (const [method, path] of [
      ['GET', '//health/other'],
      ['POST', '//health/live'],
    ] as const)
      expect((await suite.call(method, path, from(attacker))).status, path).toBe(429)
  })

  test('from all addresses of an IPv6 /64 network count together', async () => {
    const ask = async (index: number) =>
      (await suite.call('GET', '/config', from(`2001:db8:5:6::${index.toString(16)}`))).status
    const statuses = await Promise.all(Array.from({ length: REQUESTS + 5 }, (_, index) => ask(index + 1)))
    expect(count(statuses, 429)).toBe(5)
    expect((await suite.call('GET', '/config', from('2001:db8:5:7::1'))).status).toBe(200)
  })

  test('that hash or send mails have a lower limit', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 70 }, async (_, index) => {
        const body = { email: `nobody_${index}@example.org` }
        return (
          await suite.call('POST', replica(index, '/auth/password-reset'), { ...from('192.0.2.3'), body })
        ).status
      }),
    )
    expect([count(statuses, 200), count(statuses, 429)]).toEqual([60, 10])
    expect((await suite.call('GET', '/config', from('192.0.2.3'))).status).toBe(200)
  })
})

describe('registrations', () => {
  test('are limited to five per hour and address; refused ones do not count', async () => {
    const address = '192.0.2.10'
    await register(address, 'taken_name')
    for (let again = 0; again < 4; again++) expect((await register(address, 'taken_name')).status).toBe(409)
    for (let again = 0; again < 4; again++) expect((await register(address, 'Not Fine')).status).toBe(422)
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => (await register(address, `flood_${index}`)).status),
    )
    expect([count(statuses, 200), count(statuses, 429)]).toEqual([4, 8])
    expect(brief(await register(address, 'flood_last'))).toEqual(refused)
    expect((await register('192.0.2.11', 'flood_last')).status).toBe(200)
  })
})

describe('wrong passwords', () => {
  const signIn = (address: string, login: string, password: string) =>
    suite.call('PUT', '/auth/self', { ...from(address), body: { login, password } })

  test('for ever new names from one address are cut off, and keep nobody elsewhere from signing in', async () => {
    const victim = await member('undisturbed')
    const attack = Array.from({ length: 150 }, async (_, index) => {
      const as = from('192.0.2.20', basic(`fresh_${index}`, 'guess'))
      return (await suite.call('GET', replica(index, '/auth/self'), as)).status
    })
    const right = await signIn('192.0.2.21', victim.username, victim.password)
    expect(right.status).toBe(200)
    const statuses = await Promise.all(attack)
    expect(count(statuses, 429)).toBe(150 - WRONG)
    expect(brief(await signIn('192.0.2.20', victim.username, victim.password))).toEqual(refused)
  })

  test('from all networks of an IPv6 /48 count together, too, eight times as many', async () => {
    const guess = async (index: number) => {
      const as = from(`2001:db8:77:${index.toString(16)}::1`, basic(`wide_${index}`, 'guess'))
      return (await suite.call('GET', replica(index, '/auth/self'), as)).status
    }
    const statuses = await Promise.all(Array.from({ length: WRONG * 8 + 10 }, (_, index) => guess(index)))
    expect(count(statuses, 429)).toBe(10)
    const as = from('2001:db8:78::1', basic('elsewhere', 'guess'))
    expect((await suite.call('GET', '/auth/self', as)).status).toBe(200)
  })

  test('count by account, whichever of its names is tried', async () => {
    const victim = await member('many_names')
    const status = async (login: string, password: string) =>
      (await suite.call('PATCH', '/users/none', { ...from('192.0.2.22', basic(login, password)), body: {} }))
        .status
    for (let wrong = 0; wrong < 5; wrong++) {
      expect(await status(victim.username, `wrong ${wrong}`)).toBe(401)
      expect(await status(victim.id, `wrong ${wrong}`)).toBe(401)
    }
    expect(await status(victim.id, victim.password)).toBe(401)
    expect(await status(victim.username.toUpperCase(), victim.password)).toBe(401)
    expect((await signIn('192.0.2.23', victim.username, victim.password)).status).toBe(200)
  })

  test('for one’s own account are no way to keep guessing with a stolen session', async () => {
    const victim = await member('stolen_from')
    const guess = async (password: string, index: number) =>
      (
        await suite.call('PATCH', replica(index, `/users/${victim.id}`), {
          // From another address each time: the account counts.
          ...from(`198.51.100.${index}`, { headers: { cookie: victim.headers.cookie ?? '' } }),
          body: { password: 'mine from now on', current_password: password },
        })
      ).status
    const statuses = await Promise.all(
      Array.from({ length: 25 }, (_, index) => guess(`guess ${index}`, index)),
    )
    expect([count(statuses, 403), count(statuses, 429)]).toEqual([10, 15])
    expect(await guess(victim.password, 30)).toBe(429)
  })

  describe('do not count where the password was never checked', () => {
    /** Uses up what an address may get wrong, so that nothing more from there is checked. */
    const exhaust = async (address: string) => {
      const statuses = await Promise.all(
        Array.from({ length: WRONG + 1 }, async (_, index) => {
          const as = from(address, basic(`exhausting_${index}`, 'guess'))
          return (await suite.call('GET', replica(index, '/auth/self'), as)).status
        }),
      )
      expect(count(statuses, 429)).toBe(1)
    }
    const relieve = async () => {
      const redis = createClient({ url: suite.redis?.url ?? '' })
      await redis.connect()
      await redis.del(await redis.keys('limits:wrong-passwords:*'))
      await redis.close()
    }
    const times = async (number: number, ask: (index: number) => Promise<number>) => {
      const statuses = []
      for (let index = 0; index < number; index++) statuses.push(await ask(index))
      return statuses
    }

    test('for HTTP Basic, and what was wrong before still does', async () => {
      const address = '192.0.2.24'
      const [refusedOften, guessed] = [await member('refused_often'), await member('guessed_before')]
      const ask = async ({ username }: Member, password: string, index: number) => {
        const as = from(address, basic(username, password))
        return (await suite.call('PATCH', replica(index, '/users/none'), { ...as, body: {} })).status
      }
      const wrong = await times(9, (index) => ask(guessed, `wrong ${index}`, index))
      expect(count(wrong, 401)).toBe(9)
      await relieve()
      await exhaust(address)
      for (const one of [refusedOften, guessed]) {
        const statuses = await times(11, (index) => ask(one, one.password, index))
        expect(count(statuses, 429)).toBe(11)
      }
      await relieve()
      expect(await ask(refusedOften, refusedOften.password, 0)).toBe(404)
      expect(await ask(guessed, 'the tenth', 0)).toBe(401)
      expect(await ask(guessed, guessed.password, 0)).toBe(401)
    })

    test('for one’s own account', async () => {
      const { id, password, headers } = await member('renamed_late')
      const rename = async (address: string, index: number) =>
        (
          await suite.call('PATCH', replica(index, `/users/${id}`), {
            ...from(address, { headers: { cookie: headers.cookie ?? '' } }),
            body: { password: 'mine from now on', current_password: password },
          })
        ).status
      await exhaust('192.0.2.25')
      expect(count(await times(11, (index) => rename('192.0.2.25', index)), 429)).toBe(11)
      expect(await rename('192.0.2.26', 0)).toBe(200)
    })
  })
})

describe('renames', () => {
  test('are limited to thirty per hour and account; what changes no name does not count', async () => {
    const { id, headers } = await member('many_faces')
    const patch = (index: number, body: object) =>
      suite.call('PATCH', replica(index, `/users/${id}`), {
        ...from(`198.51.100.${index}`, { headers: { cookie: headers.cookie ?? '' } }),
        body,
      })
    for (let again = 0; again < 5; again++) {
      expect((await patch(0, { display_name: 'many_faces' })).status).toBe(200)
      expect((await patch(0, { display_name: '  ' })).status).toBe(422)
    }
    for (let index = 0; index < 30; index++)
      expect((await patch(index, { display_name: `Face ${index}` })).status).toBe(200)
    const refusal = await patch(31, { display_name: 'One more' })
    expect(brief(refusal)).toEqual(refused)
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    const password = { password: 'another secret', current_password: 'eight or more' }
    expect((await patch(32, password)).status).toBe(200)
  })
})

describe('verification mails', () => {
  test('are limited to five per hour and account, whatever the recipient and origin', async () => {
    const spammer = await member('spammer')
    const ask = async (index: number) =>
      (
        await suite.call('POST', replica(index, `/users/${spammer.id}/emails`), {
          ...from(`198.51.100.${100 + index}`, { headers: { cookie: spammer.headers.cookie ?? '' } }),
          body: { email: `stranger_${index}@example.org` },
        })
      ).status
    const statuses = await Promise.all(Array.from({ length: 40 }, (_, index) => ask(index)))
    expect([count(statuses, 200), count(statuses, 429)]).toEqual([5, 35])
  })
})

describe('what Redis stores about callers', () => {
  test('is short whatever they send, and identifies nobody', async () => {
    const login = 'x'.repeat(9_000)
    expect((await suite.call('GET', '/auth/self', from('192.0.2.30', basic(login, 'guess')))).status).toBe(
      200,
    )
    const redis = createClient({ url: suite.redis?.url ?? '' })
    await redis.connect()
    const keys = await redis.keys('*')
    await redis.close()
    const ours = keys.filter((key) => key.startsWith('limits:'))
    expect(ours.length).toBeGreaterThan(10)
    for (const key of ours) expect(key).toMatch(/^limits:[a-z-]+:[\w-]{22}(:\d)?$/)
  })
})

describe('while Redis is down', () => {
  beforeAll(() => suite.redis?.stop())
  afterAll(() => suite.redis?.restart())

  test('each process counts on its own, and allows less', async () => {
    const ask = async () =>
      (await suite.call('GET', '/config', { ...from('192.0.2.40'), timeout: 10_000 })).status
    const statuses = await Promise.all(Array.from({ length: REQUESTS }, ask))
    expect([count(statuses, 200), count(statuses, 429)]).toEqual([REQUESTS / 2, REQUESTS / 2])
    const names = Array.from({ length: 6 }, (_, index) => `offline_${index}`)
    const made = await Promise.all(names.map(async (name) => (await register('192.0.2.41', name)).status))
    expect([count(made, 200), count(made, 429)]).toEqual([3, 3])
  })
})

describe('without a trusted proxy, or with limits switched off', () => {
  test('a forged X-Forwarded-For makes no new caller', async () => {
    const direct = await startSuite({
      services: ['gateway'],
      limits: true,
      config: { limits: { requests_per_minute: 50 } },
    })
    try {
      const statuses = await Promise.all(
        Array.from({ length: 60 }, async (_, index) => {
          return (await direct.call('GET', '/config', from(`192.0.2.${index}`))).status
        }),
      )
      expect(count(statuses, 429)).toBe(10)
    } finally {
      await direct.close()
    }
  })

  test('LIMITS_ENABLED=false lets everything through, but keeps the sign-in rules', async () => {
    const open = await startSuite({
      services: ['gateway'],
      config: {
        limits: { requests_per_minute: 1, registrations_per_hour: 1, verification_mails_per_hour: 1 },
      },
    })
    try {
      const one = await open.member('open_1')
      const two = await open.member('open_2')
      for (const email of ['a@example.org', 'b@example.org'])
        expect(
          (await open.call('POST', `/users/${one.id}/emails`, { as: one, body: { email } })).status,
        ).toBe(200)
      for (let wrong = 0; wrong < 11; wrong++)
        await open.call('PATCH', '/users/none', { as: basic('open_2', `wrong ${wrong}`), body: {} })
      const right = await open.call('PATCH', '/users/none', { as: basic('open_2', two.password), body: {} })
      expect(right.status).toBe(401)
    } finally {
      await open.close()
    }
  })
})

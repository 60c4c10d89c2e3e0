import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { guest, PRINCIPAL_HEADER } from '@agora/shared/contracts/principal'
import type { UpstreamName } from '@agora/shared/contracts/services'
import { principalSigner } from '@agora/shared/http/principal-signer'
import { newSecrets } from '@agora/suite/secrets'
import { type Suite, startSuite } from '@agora/testing/suite'
import { importJWK, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from './query.ts'

/** What a gateway sends whose clock is ahead by so many seconds. */
async function signedAt(key: JWK, audience: string, seconds: number): Promise<string> {
  const iat = Math.floor(Date.now() / 1000) + seconds
  return new SignJWT({ principal: guest })
    .setProtectedHeader({ alg: 'EdDSA', ...(key.kid === undefined ? {} : { kid: key.kid }) })
    .setIssuer('agora-gateway')
    .setAudience(audience)
    .setIssuedAt(iat)
    .setExpirationTime(iat + 60)
    .sign(await importJWK(key, 'EdDSA'))
}

let suite: Suite
beforeAll(async () => {
  suite = await startSuite({
    services: ['gateway', 'forum', 'captcha', 'archive', 'apps'],
    replicas: { gateway: 2 },
    // As in a cluster.
    env: { archive: { HOST: '::' } },
  })
})
afterAll(() => suite?.close())

describe('the start', () => {
  test('of two replicas at once makes one administrator, who can sign in', async () => {
    const administrators = await query(
      suite,
      'SELECT username FROM account WHERE administrator_name IS NOT NULL',
    )
    expect(administrators).toEqual([{ username: 'administrator' }])
    const administrator = await suite.administrator()
    const self = await suite.call('GET', '/auth/self', { as: administrator })
    expect(self.body).toMatchObject({ type: 'User', is_administrator: true })
  })

  test('applies the configured sections to the forum', async () => {
    const answer = await suite.call('GET', '/forum/sections')
    expect(answer.status).toBe(200)
    const keys = answer.body.items.map((item: { key: string }) => item.key)
    expect(keys).toEqual(['community', 'news', 'welcome', 'games', 'strategy', 'off_topic'])
  })

  test('again leaves a section as an administrator has changed it', async () => {
    const as = await suite.administrator()
    const changed = await suite.call('PUT', '/forum/sections/off_topic', {
      as,
      body: { display_name: 'Anything else', locale: 'fr-FR' },
    })
    expect(changed.status).toBe(200)
    // Ready once the sections are applied.
    for (const process of suite.processes.gateway) await process.restart()
    const { body } = await suite.call('GET', '/forum/sections/off_topic')
    expect(body).toMatchObject({ display_name: 'Anything else', locale: 'fr-FR' })
  })

  test('again changes neither the names nor the password of the administrator', async () => {
    const administrator = await suite.administrator()
    const changed = await suite.call('PATCH', `/users/${administrator.id}`, {
      as: administrator,
      body: {
        username: 'root_of_all',
        display_name: 'Root',
        password: 'my own password',
        current_password: suite.secrets.administratorPassword,
      },
    })
    expect(changed.status).toBe(200)
    for (const process of suite.processes.gateway) await process.restart()
    const signIn = await suite.call('PUT', '/auth/self', {
      body: { login: 'root_of_all', password: 'my own password' },
    })
    expect(signIn.body).toMatchObject({
      is_administrator: true,
      user: { id: administrator.id, display_name: { current: { value: 'Root' } } },
    })
    const accounts = await query(suite, `SELECT id FROM account WHERE username = 'administrator'`)
    expect(accounts).toEqual([])
  })
})

describe('readiness', () => {
  test('reports the state of each service, and stays while one of them is down', async () => {
    const ready = () => suite.call('GET', '//health/ready')
    const before = await ready()
    expect([before.status, before.body]).toEqual([
      200,
      {
        status: 'ready',
        failing: [],
        services: {
          forum: 'ready',
          captcha: 'ready',
          apps: 'ready',
          archive: 'ready',
          'mail-jobs': 'not deployed',
          web: 'not deployed',
          media: 'not deployed',
        },
      },
    ])
    await suite.processes.captcha[0]?.kill()
    const state = async () => (await ready()).body.services.captcha
    await expect.poll(state, { timeout: 30_000 }).toBe('unreachable')
    expect((await ready()).status).toBe(200)
    await suite.processes.captcha[0]?.start()
    await expect.poll(state, { timeout: 30_000 }).toBe('ready')
  })
})

test('a service that stays down does not keep the gateway down beyond the grace period', async () => {
  const alone = await startSuite({
    services: ['gateway'],
    env: { gateway: { ARCHIVE_URLS: 'http://127.0.0.1:9', READY_GRACE_SECONDS: '1' } },
  })
  try {
    const answer = await alone.call('GET', '//health/ready')
    expect([answer.status, answer.body.services.archive]).toEqual([200, 'unreachable'])
    expect((await alone.call('GET', '/archive/game_c/users/1')).status).toBe(503)
  } finally {
    await alone.close()
  }
})

test('a hanging service does not delay the gateway’s own readiness', async () => {
  const probes: ServerResponse[] = []
  let hangs = false
  const service = createServer((_request, response) => {
    if (hangs) probes.push(response)
    else response.end('{}')
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const gateway = await startSuite({
    services: ['gateway'],
    config: { sections: [], apps: [] },
    env: { gateway: { ARCHIVE_URLS: url } },
  })
  try {
    hangs = true
    // Until the gateway asks the service again, having answered without giving up on it.
    await expect
      .poll(async () => {
        expect((await gateway.call('GET', '//health/ready')).status).toBe(200)
        return probes.length
      })
      .toBe(1)
    // Had it given up before, the connection would be closed by now.
    await gateway.call('GET', '/config')
    expect(probes.map(({ closed }) => closed)).toEqual([false])
  } finally {
    await gateway.close()
    service.closeAllConnections()
    service.close()
  }
})

test('what has expired is purged, what is valid is kept', async () => {
  const kept = await suite.member('kept')
  const gone = await suite.member('gone')
  const sessions = (id: string) => query(suite, 'SELECT id FROM session WHERE account_id = $1', [id])
  await query(suite, `UPDATE session SET expires_at = now() - interval '1 minute' WHERE account_id = $1`, [
    gone.id,
  ])
  await suite.processes.gateway[0]?.restart()
  await expect.poll(() => sessions(gone.id), { timeout: 30_000 }).toEqual([])
  expect(await sessions(kept.id)).toHaveLength(1)
})

describe('a service behind the gateway', () => {
  const routes: [UpstreamName, string][] = [
    ['forum', '/api/v1/forum/sections'],
    ['captcha', '/api/v1/captcha/login/challenge'],
    ['apps', '/api/v1/apps'],
    ['archive', '/api/v1/archive/game_c/users/1/scores'],
  ]
  test.each(routes)('%s believes nobody but the gateway', async (service, path) => {
    const base = suite.urls[service][0]
    const method = service === 'captcha' ? 'POST' : 'GET'
    const ask = async (headers: Record<string, string>) =>
      (await suite.call(method, `${base}${path}`, { headers })).status
    const header = 'x-agora-principal'
    const right = await suite.principal({ kind: 'guest' }, service)
    expect(await ask(right.headers)).toBe(200)

    const user = {
      kind: 'user',
      id: 'x',
      displayName: 'x',
      isAdministrator: true,
      isRecent: true,
      ceiling: 'full',
      createdAt: '',
    } as const
    const stranger = await principalSigner(newSecrets().principalKey)
    const forged = await stranger({ ...user, internalKey: 'valid' }, service)
    const other = await suite.principal({ kind: 'guest' }, service === 'forum' ? 'apps' : 'forum')
    const [head, body] = (right.headers[header] ?? '').split('.')
    const payload = Buffer.from(JSON.stringify({ principal: user, aud: service })).toString('base64url')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    for (const token of [
      'x',
      forged,
      other.headers[header] ?? '',
      `${head}.${payload}.AAAA`,
      `${none}.${payload}.`,
      `${head}.${body}.`,
    ]) {
      expect(await ask({ [header]: token })).toBe(503)
    }
    expect(await ask({ [header]: '' })).toBe(401)
    expect(await ask({})).toBe(401)
    expect(await ask({ 'svc-internal-auth': suite.secrets.internalKey })).toBe(401)
    const administrator = await suite.call('PUT', '/auth/self', {
      body: { login: 'root_of_all', password: 'my own password' },
    })
    expect(await ask({ cookie: administrator.headers.getSetCookie()[0]?.split(';')[0] ?? '' })).toBe(401)
  })

  test.each(routes)(
    '%s takes principals of a clock that differs by a minute, and says why it refuses others',
    async (service, path) => {
      const base = suite.urls[service][0]
      const counted = async (reason: string) => {
        const metrics = await (await fetch(`${base}/metrics`)).text()
        return Number(
          new RegExp(`principals_refused_total\\{reason="${reason}"[^}]*\\} (\\d+)`).exec(metrics)?.[1],
        )
      }
      const ask = async (seconds: number) => {
        const signed = await signedAt(suite.secrets.principalKey, service, seconds)
        const method = service === 'captcha' ? 'POST' : 'GET'
        return fetch(`${base}${path}`, { method, headers: { [PRINCIPAL_HEADER]: signed } })
      }
      for (const seconds of [-50, -8, 0, 8, 50])
        expect([seconds, (await ask(seconds)).status]).toEqual([seconds, 200])
      for (const [seconds, reason] of [
        [-300, 'late'],
        [300, 'early'],
      ] as const) {
        const before = await counted(reason)
        const answer = await ask(seconds)
        expect([answer.status, answer.headers.get('x-agora-principal-refused')]).toEqual([503, reason])
        expect(await counted(reason)).toBe(before + 1)
      }
    },
  )

  test('listens to IPv4 and IPv6 alike', async () => {
    const { port } = new URL(suite.urls.archive[0] ?? '')
    for (const host of ['127.0.0.1', '[::1]'])
      expect((await fetch(`http://${host}:${port}/health/ready`)).status).toBe(200)
  })

  test('that refuses what the gateway signs does not look ready to it', async () => {
    const probe = async (seconds: number) => {
      const signed = await signedAt(suite.secrets.principalKey, 'forum', seconds)
      const answer = await fetch(`${suite.urls.forum[0]}/health/ready`, {
        headers: { [PRINCIPAL_HEADER]: signed },
      })
      return [answer.status, ((await answer.json()) as { failing: string[] }).failing]
    }
    expect(await probe(300)).toEqual([503, ['principals']])
    expect(await probe(0)).toEqual([200, []])
  })

  test('cannot be reached at its internal routes through the gateway', async () => {
    for (const path of [
      '/internal/captcha/spend',
      '/api/v1/captcha/internal/captcha/spend',
      '/api/v1/internal/captcha/spend',
    ]) {
      const answer = await suite.call('POST', `/${path}`, {
        body: { token: 'x', scope: 'login' },
        headers: { authorization: `Bearer ${suite.secrets.serviceKeys.gateway}` },
      })
      expect(answer.status).toBe(404)
    }
  })
})

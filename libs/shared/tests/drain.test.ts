import { access } from '@agora/shared/http/access'
import { createServer } from '@agora/shared/http/server'
import type { Server } from '@agora/shared/http/types'
import { createLogger } from '@agora/shared/observability/logger'
import { request } from '@agora/testing/client'
import { Registry } from 'prom-client'
import { afterEach, describe, expect, test } from 'vitest'

let app: Server
let finish: () => void
afterEach(() => app.close())

async function listening(drainSeconds: number): Promise<string> {
  app = createServer({
    logger: createLogger('test', 'silent'),
    registry: new Registry(),
    resolvePrincipal: async () => ({ kind: 'guest', internalKey: 'absent' }),
    resolveService: () => undefined,
    readiness: {},
    drainSeconds,
  })
  const waiting = new Promise<void>((resolve) => {
    finish = resolve
  })
  app.get('/quick', { config: { access: access.anyone } }, async () => ({ ok: true }))
  app.get('/slow', { config: { access: access.anyone } }, async () => {
    await waiting
    return { ok: true }
  })
  return await app.listen({ host: '127.0.0.1', port: 0 })
}

describe('a server that is asked to end', () => {
  test('reports not ready and keeps serving, closing each connection with its answer', async () => {
    const url = await listening(5)
    const closed = app.close()
    const ready = await request(`${url}/health/ready`, 'GET')
    expect([ready.status, ready.body.status]).toEqual([503, 'closing'])
    expect((await request(`${url}/health/live`, 'GET')).status).toBe(200)
    const served = await request(`${url}/quick`, 'GET')
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close'])
    await closed
    await expect(request(`${url}/quick`, 'GET')).rejects.toThrow()
  })

  test('finishes the requests it has begun before it ends', async () => {
    const url = await listening(0)
    const begun = new Promise((resolve) => app.server.once('request', resolve))
    const slow = request(`${url}/slow`, 'GET')
    await begun
    const closed = app.close()
    finish()
    expect((await slow).status).toBe(200)
    await closed
  })
})

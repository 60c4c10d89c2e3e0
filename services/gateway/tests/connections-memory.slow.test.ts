import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { queryObjects } from 'node:v8'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { createServer } from '@agora/shared/http/server'
import { createLogger } from '@agora/shared/observability/logger'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { AdmittedResponse } from '../src/edge/admission/admitted-response.ts'
import { Permits } from '../src/edge/admission/permits.ts'
import { edgeListener } from '../src/edge/listener.ts'

test('connections that wait for their next requests keep nothing of their last ones', async () => {
  const registry = new Registry()
  const permits = new Permits(100)
  const app = createServer({
    logger: createLogger('test', 'silent'),
    registry,
    resolvePrincipal: async () => undefined,
    resolveService: () => 'forum',
    readiness: {},
    createListener: edgeListener(
      { total: 100, keyOf: () => undefined },
      {
        permitsOf: () => permits,
        areOthersServed: () => false,
        isCached: () => false,
        refusal: () => common.unavailable,
      },
      registry,
    ),
  })
  for (const method of ['GET', 'POST'] as const)
    app.route({
      method,
      url: '/here',
      config: { access: access.services('forum') },
      handler: async () => ({}),
    })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const kept = () => queryObjects(AdmittedResponse, { format: 'count' })
  const before = kept()
  const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
  for (const method of ['GET', 'POST']) {
    for (const socket of sockets)
      socket.write(`${method} /here HTTP/1.1\r\nHost: here\r\nContent-Length: 0\r\n\r\n`)
    await Promise.all(sockets.map((socket) => once(socket, 'data')))
  }
  await expect.poll(kept).toBeLessThanOrEqual(before)
  for (const socket of sockets) socket.destroy()
  await app.close()
})

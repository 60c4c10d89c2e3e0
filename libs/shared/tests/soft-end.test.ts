import { once } from 'node:events'
import { connect } from 'node:net'
import { access } from '@agora/shared/http/access'
import { createServer } from '@agora/shared/http/server'
import { createLogger } from '@agora/shared/observability/logger'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'

const PART = 'x'.repeat(256 * 1024)

test('who is still sending what is refused can send the rest, and then reads the refusal', async () => {
  const app = createServer({
    logger: createLogger('test', 'silent'),
    registry: new Registry(),
    resolvePrincipal: async () => ({ kind: 'guest', internalKey: 'absent' }),
    resolveService: () => undefined,
    readiness: {},
  })
  onTestFinished(() => app.close())
  app.post('/', { config: { access: access.anyone } }, async () => ({ ok: true }))
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const caller = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void caller.destroy())
  await once(caller, 'connect')
  const refused = once(app.server, 'request')
  caller.write(
    `POST / HTTP/1.1\r\nHost: agora\r\nContent-Type: application/json\r\nContent-Length: ${8 * PART.length}\r\n\r\n${PART}`,
  )
  const [request, response] = await refused
  if (!response.writableFinished) await once(response, 'finish')
  for (let n = 1; n < 8; n += 1) caller.write(PART)
  let answer = ''
  for await (const chunk of caller) answer += chunk
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  if (!request.socket.destroyed) await once(request.socket, 'close')
  expect(request.complete).toBe(true)
})

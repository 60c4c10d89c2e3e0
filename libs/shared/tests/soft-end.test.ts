import { once } from 'node:events'
import { connect } from 'node:net'
import { access } from '@agora/shared/http/access'
import { createServer } from '@agora/shared/http/server'
import { createLogger } from '@agora/shared/observability/logger'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'

const PART = 'x'.repeat(256 * 1024)
const PARTS = 8

/** A caller who has sent the first part of a body that is too large, and was refused. */
async function refusedCaller() {
  const handled: string[] = []
  const app = createServer({
    logger: createLogger('test', 'silent'),
    registry: new Registry(),
    resolvePrincipal: async () => ({ kind: 'guest', internalKey: 'absent' }),
    resolveService: () => undefined,
    readiness: {},
  })
  onTestFinished(() => app.close())
  app.post('/', { config: { access: access.anyone } }, async () => ({ ok: true }))
  app.delete('/', { config: { access: access.anyone } }, async () => {
    handled.push('DELETE')
    return { ok: true }
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const caller = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void caller.destroy())
  await once(caller, 'connect')
  const refused = once(app.server, 'request')
  caller.write(
    `POST / HTTP/1.1\r\nHost: agora\r\nContent-Type: application/json\r\nContent-Length: ${PARTS * PART.length}\r\n\r\n${PART}`,
  )
  const [request, response] = await refused
  if (!response.writableFinished) await once(response, 'finish')
  return { caller, handled, request, socket: request.socket }
}

async function answerTo(caller: AsyncIterable<unknown>): Promise<string> {
  let answer = ''
  for await (const chunk of caller) answer += chunk
  return answer
}

test('who is still sending what is refused can send the rest, and then reads the refusal', async () => {
  const { caller, request, socket } = await refusedCaller()
  for (let n = 1; n < PARTS; n += 1) caller.write(PART)
  expect(await answerTo(caller)).toMatch(/^HTTP\/1\.1 413 /)
  caller.end()
  if (!socket.destroyed) await once(socket, 'close')
  expect(request.complete).toBe(true)
})

test('what follows a refused body is not handled, and does not end the connection before it is read', async () => {
  const { caller, handled, request, socket } = await refusedCaller()
  for (let n = 1; n < PARTS; n += 1) caller.write(PART)
  const next = 'DELETE / HTTP/1.1\r\nHost: agora\r\n\r\n'
  caller.write(next.repeat(1_000))
  await expect.poll(() => request.complete).toBe(true)
  caller.write(next)
  expect(await answerTo(caller)).toMatch(/^HTTP\/1\.1 413 /)
  if (!socket.destroyed) await once(socket, 'close')
  expect(handled).toEqual([])
})

test('who stops sending what is refused, and does not close, is not waited for', async () => {
  const { socket } = await refusedCaller()
  if (!socket.destroyed) await once(socket, 'close')
})

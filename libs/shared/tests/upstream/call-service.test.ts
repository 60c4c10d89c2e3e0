import { Type } from 'typebox'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callService, type RefusedCallError } from '../../src/upstream/call-service.ts'
import { Upstream } from '../../src/upstream/upstream.ts'
import { type Pod, startPod } from './pods.ts'

let pod: Pod & { port: number }
let replicas: Upstream
beforeEach(async () => {
  pod = await startPod('127.0.0.1', 0)
  replicas = new Upstream({ urls: [`http://127.0.0.1:${pod.port}`] })
})
afterEach(async () => {
  await replicas.close()
  await pod.stop()
})

const call = (over: { signal?: AbortSignal } = {}) =>
  callService(replicas, {
    path: '/internal/x',
    key: 'key',
    body: { question: 1 },
    answer: Type.Object({ ok: Type.Boolean() }),
    traceparent: null,
    timeoutMs: 1_000,
    ...over,
  })

test('an answer of the declared form is returned, and the question arrives as it was put', async () => {
  const seen: unknown[] = []
  pod.answer = async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push(request.method, request.headers.authorization, request.headers['content-type'], body)
    response.end('{"ok":true}')
  }
  expect(await call()).toEqual({ ok: true })
  expect(seen).toEqual(['POST', 'Bearer key', 'application/json', '{"question":1}'])
})

test.each([['{"ok":"yes"}'], ['[]'], ['not JSON'], ['']])('the answer %j is an error', async (text) => {
  pod.answer = (_request, response) => void response.end(text)
  await expect(call()).rejects.toThrow()
})

test('another status is an error that says which', async () => {
  pod.answer = (_request, response) => void response.writeHead(422).end('{"error":"no"}')
  const refusal: RefusedCallError = await call().catch((error) => error)
  expect([refusal.name, refusal.status, refusal.text]).toEqual(['RefusedCallError', 422, '{"error":"no"}'])
})

test('an answer that does not begin or end in time is an error', async () => {
  pod.answer = () => {}
  const began = performance.now()
  await expect(call()).rejects.toThrow('did not answer in time')
  pod.answer = (_request, response) => void response.write('{"ok":')
  await expect(call()).rejects.toThrow()
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('an endless answer is not buffered', async () => {
  pod.answer = (_request, response) => {
    response.on('error', () => {})
    const more = () => {
      while (response.writable && response.write('x'.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  }
  await expect(call()).rejects.toThrow(/too long|no end within/)
})

test('a caller who gives up is released at once', async () => {
  pod.answer = () => {}
  const giveUp = new AbortController()
  const asked = call({ signal: giveUp.signal })
  giveUp.abort(new Error('closing'))
  await expect(asked).rejects.toThrow('closing')
})

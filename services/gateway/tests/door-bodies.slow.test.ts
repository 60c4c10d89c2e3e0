import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFronted, type Upstream } from './upstream.ts'

let suite: Suite
let upstream: Upstream
beforeAll(async () => {
  ;({ suite, upstream } = await startFronted(['forum', 'web']))
})
afterAll(() => suite?.close())

/** Sends the parts, each once the previous one is sent, and hangs up; returns what came back. */
const sendAndLeave = (...parts: string[]): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(suite.url).port), '127.0.0.1', async () => {
      for (const part of parts) await new Promise((sent) => socket.write(part, sent))
      socket.end()
      setTimeout(() => socket.resetAndDestroy(), 50).unref()
    })
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })

const post = (...headers: string[]) =>
  [
    'POST /api/v1/forum/read_floor HTTP/1.1',
    'Host: agora',
    'Content-Type: application/json',
    ...headers,
    '',
    '',
  ].join('\r\n')

/** A caller without a cached signature, so the request waits for one. */
const stranger = async (name: string) => `Cookie: ${(await suite.member(name)).headers.cookie}`

test.each([
  ['a coding that is none', 'Transfer-Encoding: xchunked', ['0\r\n\r\n']],
  ['a chunk that breaks off', 'Transfer-Encoding: chunked', ['5\r\n{"a"']],
  ['a size that is no number', 'Transfer-Encoding: chunked', ['zz\r\n{}\r\n']],
  ['a chunk without its end', 'Transfer-Encoding: chunked', ['2\r\n{}', 'x\r\n0\r\n\r\n']],
  ['a body that breaks off', 'Content-Length: 20', ['{"a":']],
])('a body with %s ends no process, whoever sends it', async (what, header, parts) => {
  const pid = suite.processes.gateway[0]?.pid
  for (let attempt = 0; attempt < 8; attempt++) {
    const cookie = await stranger(`${what.replaceAll(' ', '_')}_${attempt}`.slice(-24))
    await sendAndLeave(post(header, cookie) + parts.join(''))
    await sendAndLeave(post(header, cookie), ...parts)
    await sendAndLeave(post(header) + parts.join(''))
  }
  expect(suite.processes.gateway[0]?.isRunning).toBe(true)
  expect(suite.processes.gateway[0]?.pid).toBe(pid)
  expect((await suite.call('GET', '/config')).status).toBe(200)
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('an empty body of %s is passed on as empty', async (method) => {
  expect((await suite.call(method, '/forum/read_floor', { body: '' })).status).toBe(200)
  expect((await suite.call(method, '/forum/read_floor')).status).toBe(200)
  const passed = upstream.seen.splice(0).filter(({ url }) => url === '/api/v1/forum/read_floor')
  expect(passed.map((one) => [one.method, one.body])).toEqual(Array(2).fill([method, '']))
})

/** Sends part of a body too large, goes on after the refusal, and only then reads. */
const readLate = (head: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(suite.url).port), '127.0.0.1', async () => {
      socket.pause()
      for (const part of [head, 'x', 'x']) {
        await new Promise((sent) => socket.write(part, sent))
        await sleep(200)
      }
      socket.resume()
    })
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })

test.each(['/api/v1/users', '/api/v1/forum/read_floor', '/sign-in'])(
  'a caller who still sends a body too large to %s can read why it is refused',
  async (path) => {
    const type = path === '/sign-in' ? 'application/x-www-form-urlencoded' : 'application/json'
    const head = ['Host: agora', `Content-Type: ${type}`, 'Content-Length: 5000000', '', ''].join('\r\n')
    expect(await readLate(`POST ${path} HTTP/1.1\r\n${head}`)).toMatch(/^HTTP\/1.1 413 /)
  },
)

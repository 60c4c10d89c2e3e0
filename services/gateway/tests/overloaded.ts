import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { request } from '@agora/testing/client'
import type { Suite } from '@agora/testing/suite'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { startFronted, type Upstream } from './upstream.ts'

/** The permits of one service, out of twelve. */
export const LIMIT = 8
export const PLACES = 12
/** May read the API from a browser. */
export const ORIGIN = 'https://game.example'

export let suite: Suite
export let upstream: Upstream
/** Requests that the service has received and not answered yet. */
export const held: ServerResponse[] = []

/** A gateway with few permits before services that answer nothing until they are told to, for all tests of a file. */
export function startOverloaded(): void {
  beforeAll(async () => {
    ;({ suite, upstream } = await startFronted(['forum', 'archive', 'web'], {
      config: { site: { cors_origins: [ORIGIN] } },
      env: { MAX_IN_PROGRESS: String(PLACES), DATABASE_POOL_SIZE: '4' },
    }))
    upstream.answer = (_request, response) => held.push(response)
  })
  afterAll(() => suite?.close())
  afterEach(() => release())
}

/** Has the service answer what it has received. */
export function release(): void {
  for (const response of held.splice(0))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
}

export const get = (path: string) => request(suite.url + path, 'GET')
export const read = () => get('/api/v1/forum/sections')
export const untilHeld = (count: number) =>
  expect.poll(() => held.length, { timeout: 30_000, interval: 5 }).toBe(count)

/** As many concurrent requests as one service may have. */
export async function saturate(ask = read) {
  const answers = Array.from({ length: LIMIT }, ask)
  await untilHeld(LIMIT)
  return answers
}

/** Opens a connection and sends this text. */
export function openWith(text: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(suite.url).port), '127.0.0.1', () =>
      socket.write(text, () => resolve(socket)),
    )
    socket.on('error', reject)
  })
}

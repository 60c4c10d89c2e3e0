import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAgoraClient, StreamRefused } from '@agora/client'
import { afterEach, describe, expect, test } from 'vitest'
import { Reading } from './support/reading.ts'

/** Separates pieces of a stream. */
const PIECE_MS = 10

const readings: Reading[] = []
const reading = (...[site, member, id]: ConstructorParameters<typeof Reading>): Reading => {
  const one = new Reading(site, member, id)
  readings.push(one)
  return one
}
afterEach(async () => {
  await Promise.all(readings.splice(0).map((one) => one.end()))
})

describe('the client’s stream', () => {
  const closing: (() => void)[] = []
  afterEach(() => {
    for (const close of closing.splice(0)) close()
  })

  /**
   * Answers each connection with the next of these, and then always with the last. Returns what the requests asked for.
   */
  async function serve(...answers: ((response: ServerResponse) => void)[]) {
    const asked: (string | undefined)[] = []
    const times: number[] = []
    const server = createServer((request, response) => {
      asked.push(request.headers['last-event-id'] as string | undefined)
      times.push(Date.now())
      answers[Math.min(asked.length, answers.length) - 1]?.(response)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    closing.push(() => {
      server.closeAllConnections()
      server.close()
    })
    return { asked, times, site: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }
  const stream =
    (...pieces: string[]) =>
    async (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const piece of pieces) {
        response.write(piece)
        await new Promise((resolve) => setTimeout(resolve, PIECE_MS))
      }
      response.end()
    }
  const refuse =
    (status: number, headers: Record<string, string> = {}) =>
    (response: ServerResponse) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"error":"no"}')
  const member = { headers: { cookie: 'sid=x' } }
  const ids = (one: Reading) => one.events.map(({ id }) => id)
  const soon = { timeout: 10_000, interval: 10 }

  test('reads events however they are split, and resumes after the last complete one', async () => {
    const { site, asked } = await serve(
      stream('\uFEFFretry: 10\r', '\n\r\n:\r\nid: 0\r\n\r', '\n'),
      stream('id: 1\nevent: Rep', 'ly\ndata: {"a":\ndata: "ü', '"}\n', '\nid: 2\nevent: Reply\ndata: {}\n'),
      stream('id:2\revent:Reply\rdata:{}\r\rid: 3\revent: Quote\rdata: {}\r\r', ':\n\n'),
      () => {},
    )
    const one = reading(site, member)
    await expect.poll(() => asked.length, soon).toBe(4)
    expect(asked).toEqual([undefined, '0', '1', '3'])
    expect(ids(one)).toEqual(['1', '2', '3'])
    expect(one.events.map(({ event }) => event)).toEqual(['Reply', 'Reply', 'Quote'])
    expect(one.events[0]?.data).toEqual({ a: 'ü' })
  })

  test('retries when the server is down or asks to wait, and ends when it is refused', async () => {
    const { site, asked, times } = await serve(
      stream('retry: 10\n\n'),
      refuse(503),
      refuse(429, { 'retry-after': '1' }),
      refuse(503, { date: 'Thu, 01 Jan 2026 00:00:00 GMT', 'retry-after': 'Thu, 01 Jan 2026 00:00:01 GMT' }),
      (response) => response.destroy(),
      refuse(401),
    )
    const one = reading(site, member, '7')
    const error = await one.over
    expect(error).toBeInstanceOf(StreamRefused)
    expect(error).toMatchObject({ status: 401, error: { error: 'no' } })
    expect(asked).toEqual(['7', '7', '7', '7', '7', '7'])
    for (const at of [3, 4]) expect(times[at]! - times[at - 1]!).toBeGreaterThanOrEqual(1_000)
  })

  test('reopens a connection that is silent or unanswered, and keeps one with only comments', async () => {
    const silenceMs = 500
    const falling = (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('retry: 10\nid: 1\nevent: Reply\ndata: {}\n\n')
    }
    const commenting = stream(
      ...Array.from({ length: (2 * silenceMs) / PIECE_MS }, () => ':\n\n'),
      'id: 2\nevent: Reply\ndata: {}\n\n',
    )
    const { site, asked } = await serve(falling, () => {}, commenting)
    const ids: string[] = []
    for await (const { id } of createAgoraClient(site).streamNotifications({ silenceMs }))
      if (ids.push(id) === 2) break
    expect(ids).toEqual(['1', '2'])
    expect(asked).toEqual([undefined, '1', '1'])
  })

  test('ends quietly when aborted, whatever it waits for', async () => {
    const silent = await serve(() => {})
    const waiting = await serve(refuse(503, { 'retry-after': '3600' }))
    const open = await serve((response) => void response.writeHead(200).write(':\n\n'))
    for (const { site, asked } of [silent, waiting, open]) {
      const one = reading(site, member)
      await expect.poll(() => asked.length, soon).toBe(1)
      expect(await one.end()).toBeUndefined()
    }
  })

  test('closes its connection when its reader leaves', async () => {
    let isClosed = false
    const { site } = await serve((response) => {
      response.once('close', () => {
        isClosed = true
      })
      response.writeHead(200).write('id: 1\nevent: Reply\ndata: {}\n\n')
    })
    for await (const { id } of createAgoraClient(site).streamNotifications()) {
      expect(id).toBe('1')
      break
    }
    await expect.poll(() => isClosed, soon).toBe(true)
  })
})

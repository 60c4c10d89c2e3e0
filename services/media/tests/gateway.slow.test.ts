import { request } from 'node:http'
import { connect } from 'node:net'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, mediaClient, noise, type Picture, png } from './support.ts'

let suite: Suite
let administrator: Member
let member: Member
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'media'] })
  administrator = await suite.administrator()
  member = await suite.member('painter')
})
afterAll(() => suite?.close())

const send = ({ bytes, type }: Picture, as = member) =>
  suite.call('POST', '/media', { as, headers: { 'content-type': type }, body: bytes })
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${suite.url}/api/v1${path}`, { headers })

/** Begins to send a picture; `begun` once the gateway waits for its bytes. */
function begin(as: Member, bytes: number) {
  const headers = {
    ...as.headers,
    'content-type': 'image/png',
    'content-length': bytes,
    expect: '100-continue',
  }
  const sent = request(`${suite.url}/api/v1/media`, { method: 'POST', headers })
  sent.flushHeaders()
  return {
    begun: new Promise((resolve) => sent.once('continue', resolve)),
    write: (piece: Buffer) => sent.write(piece),
    status: new Promise<number>((resolve, reject) => {
      sent.once('response', (answer) => resolve(answer.resume().statusCode ?? 0))
      sent.once('error', reject)
    }),
  }
}
const kept = async (owner: string) =>
  (await mediaClient(suite).sql('SELECT FROM media WHERE owner_id = $1', [owner])).length

/** A body that says nothing of its length. */
function chunked(bytes: number): RequestInit {
  let left = bytes
  const body = new ReadableStream({
    pull: (controller) => {
      if (left <= 0) return controller.close()
      controller.enqueue(new Uint8Array(Math.min(left, 65_536)))
      left -= 65_536
    },
  })
  return { method: 'POST', body, duplex: 'half' } as RequestInit
}

describe('the gateway', () => {
  it('streams a picture in and out, the same to everybody', async () => {
    const picture = { bytes: await noise(1_500, 1_500).png().toBuffer(), type: 'image/png' }
    expect(picture.bytes.length).toBeGreaterThan(2 * 1_048_576)
    const { status, body, text } = await send(picture)
    expect(status, text).toBe(200)
    expect(body.owner).toMatchObject({ id: member.id })
    const uri = body.uri.slice('/api/v1'.length)
    for (const headers of [{}, member.headers, { authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' }]) {
      const answer = await get(uri, headers)
      expect(answer.status).toBe(200)
      expect((await answer.arrayBuffer()).byteLength).toBe(body.bytes)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-length': String(body.bytes),
        'content-security-policy': "default-src 'none'; sandbox",
        'content-type': 'image/webp',
      })
      expect(answer.headers.get('vary') ?? '').not.toMatch(/cookie/i)
      const etag = answer.headers.get('etag') ?? ''
      expect((await get(uri, { ...headers, 'if-none-match': etag })).status).toBe(304)
    }
    const head = await fetch(`${suite.url}${body.uri}`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(body.bytes)])
  })

  it('takes no more than eight mebibytes, declared or not, and of no other route more than one', async () => {
    const headers = { ...member.headers, 'content-type': 'image/png' }
    const most = 8 * 1_048_576
    expect((await send({ bytes: Buffer.alloc(most + 1), type: 'image/png' })).status).toBe(413)
    const answer = await fetch(`${suite.url}/api/v1/media`, { ...chunked(most + 200_000), headers })
    expect([answer.status, await answer.json()]).toEqual([413, { error: 'request body is too large' }])
    for (const path of ['/media/x', '/users'])
      expect(
        (await suite.call('POST', path, { as: member, body: JSON.stringify('x'.repeat(1_048_576)) })).status,
        path,
      ).toBe(413)
  })

  it('refuses whoever may not send one before all of it has come', async () => {
    const answer = await fetch(`${suite.url}/api/v1/media`, {
      ...chunked(1_000_000),
      headers: { 'content-type': 'image/png' },
    })
    expect(answer.status).toBe(401)
  })

  it.each([
    [
      'a ban',
      (id: string) => suite.call('PUT', `/users/${id}/ban`, { as: administrator, body: { reason: 'x' } }),
    ],
    ['a sign-out', (_id: string, as: Member) => suite.call('DELETE', '/auth/self', { as })],
  ])('keeps nothing of a sender whose authority ends while it comes: %s', async (what, end) => {
    const sender = await suite.member(`late_${what.replaceAll(/\W/g, '_')}`)
    const { bytes } = await png()
    const sent = begin(sender, bytes.length)
    await sent.begun
    sent.write(bytes.subarray(0, -2))
    const ended = await end(sender.id, sender)
    expect(ended.status, ended.text).toBe(200)
    sent.write(bytes.subarray(-2))
    expect(await sent.status).toBe(401)
    expect(await kept(sender.id)).toBe(0)
  })

  it('keeps what a sender who stays signed in sends slowly', async () => {
    const sender = await suite.member('slow_and_honest')
    const { bytes } = await png()
    const sent = begin(sender, bytes.length)
    await sent.begun
    for (const byte of [bytes.subarray(0, 10), bytes.subarray(10, -1), bytes.subarray(-1)]) sent.write(byte)
    expect(await sent.status).toBe(200)
    expect(await kept(sender.id)).toBe(1)
  })

  it('lets slow senders wait without keeping readers from pictures', async () => {
    const { body } = await send(await png())
    const { hostname, port } = new URL(suite.url)
    const cookie = member.headers.cookie
    const slow = Array.from({ length: 150 }, () => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.write(
        `POST /api/v1/media HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\n` +
          'content-type: image/png\r\ncontent-length: 100000\r\n\r\n12345',
      )
      return socket
    })
    try {
      const { bytes } = body
      for (let read = 0; read < 20; read += 1) {
        const answer = await get(body.uri.slice('/api/v1'.length))
        expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, bytes])
      }
    } finally {
      for (const socket of slow) socket.destroy()
    }
    // Those who have left hold nothing.
    await eventually(async () => expect((await send(await png())).status).toBe(200))
  })

  it('answers 503 while the service is away', async () => {
    const [process] = suite.processes.media
    await process!.kill()
    expect((await send(await png())).status).toBe(503)
    await process!.start()
    await eventually(async () => expect((await send(await png())).status).toBe(200))
  })
})

import { once } from 'node:events'
import { readdirSync, utimesSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OWNER_NAME } from '../src/storage/storage.ts'
import {
  animation,
  eventually,
  type MediaClient,
  noise,
  outcome,
  type Picture,
  png,
  refused,
  startMedia,
} from './support.ts'

let media: MediaClient
beforeAll(async () => {
  media = await startMedia()
})
afterAll(() => media?.close())

const answerTo = async (picture: Picture) => outcome(await media.send(await media.member(), picture))

/** A PNG that says what it is in its header, with whatever data. */
function rawPng(width: number, height: number, data: Buffer): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The files that the service has, but for the one that says whose they are. */
function filesOf(client: MediaClient): string[] {
  const folder = path.join(path.dirname(client.suite.config), 'media')
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== OWNER_NAME)
    .map(({ name }) => name)
}

describe('hostile bytes', () => {
  it('are refused where they are no picture', async () => {
    const cases = {
      svg: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      html: '<!doctype html><script>alert(1)</script>',
      pdf: '%PDF-1.7\n',
      tiff: 'II*\0\x08\0\0\0',
      nothing: '',
      short: '\x89P',
    }
    for (const [name, text] of Object.entries(cases)) {
      const bytes = Buffer.from(text, 'latin1')
      expect(await answerTo({ bytes, type: 'image/png' }), name).toEqual(refused.unsupported)
    }
  })

  it('are refused where they break off or lie', async () => {
    const whole = await noise(300, 300).png().toBuffer()
    const jpeg = await noise(300, 300).jpeg().toBuffer()
    const cases = {
      'a truncated PNG': whole.subarray(0, whole.length / 2),
      'a truncated JPEG': jpeg.subarray(0, jpeg.length / 2),
      'a signature alone': whole.subarray(0, 8),
      'a header without pixels': rawPng(1_000, 1_000, Buffer.alloc(10)),
      'a GIF of nothing': Buffer.from('GIF89a'),
      'a WebP of nothing': Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1'),
      'an AVIF of nothing': Buffer.from('\0\0\0\x14ftypavif\0\0\0\0avif', 'latin1'),
      'a JPEG of garbage': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5_000, 7)]),
    }
    for (const [name, bytes] of Object.entries(cases))
      expect(await answerTo({ bytes, type: 'image/png' }), name).toEqual(refused.invalid)
  })

  it('are refused where they unpack to too much, at once', async () => {
    const bomb = rawPng(60_000, 60_000, Buffer.alloc(1_000_000))
    expect(await answerTo({ bytes: bomb, type: 'image/png' })).toEqual(refused.invalid)
    expect(await answerTo({ bytes: rawPng(8_000, 5_001, Buffer.alloc(10)), type: 'image/png' })).toEqual(
      refused.invalid,
    )
    // Forty megapixels are those of all frames.
    expect(await answerTo(await animation(101, 640, 640))).toEqual(refused.invalid)
    expect(await answerTo(await animation(301, 4, 4))).toEqual(refused.invalid)
  })

  it('are made harmless where they are a picture and more', async () => {
    const { bytes } = await png(64, 64)
    const script = Buffer.from('<script>alert("polyglot")</script>')
    const member = await media.member()
    const answer = await media.send(member, { bytes: Buffer.concat([bytes, script]), type: 'image/png' })
    expect(answer.status).toBe(200)
    const kept = await media.get(`/media/${answer.body.id}/full`)
    expect(kept.bytes.includes('polyglot')).toBe(false)
    expect((await sharp(kept.bytes).metadata()).format).toBe('webp')
  })

  it('are a picture where it is only a strange one', async () => {
    const thin = await sharp({ create: { width: 1, height: 60_000, channels: 3, background: '#123' } })
      .png()
      .toBuffer()
    const answer = await media.send(await media.member(), { bytes: thin, type: 'image/png' })
    expect(answer.body).toMatchObject({ width: 1, height: 2_048 })
  })

  it('may be as many as are allowed, and not one more', async () => {
    const most = 8 * 1_048_576
    const { bytes } = await png()
    const padded = Buffer.concat([bytes, Buffer.alloc(most - bytes.length)])
    expect((await media.send(await media.member(), { bytes: padded, type: 'image/png' })).status).toBe(200)
    const more = { bytes: Buffer.concat([padded, Buffer.alloc(1)]), type: 'image/png' }
    expect(await answerTo(more)).toEqual([413, { error: 'request body is too large' }])
  })
})

describe('an upload that comes to nothing', () => {
  it('leaves neither a row nor a file', async () => {
    const client = await startMedia()
    try {
      const member = await client.member()
      const broken = { bytes: (await noise(200, 200).png().toBuffer()).subarray(0, 9_000), type: 'image/png' }
      expect(outcome(await client.send(member, broken))).toEqual(refused.invalid)
      // Aborted: half of it comes, then the caller leaves.
      const { port } = new URL(client.suite.urls.media[0]!)
      const socket = connect(Number(port), '127.0.0.1')
      const headers = Object.entries(member.headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(
        `POST /api/v1/media HTTP/1.1\r\nhost: media\r\ncontent-type: image/png\r\n${headers.join('')}content-length: 9000\r\n\r\n`,
      )
      socket.write(broken.bytes.subarray(0, 5_000))
      await eventually(async () => expect(await client.sql('SELECT FROM upload')).toHaveLength(1))
      socket.destroy()
      await once(socket, 'close')
      await eventually(async () => {
        expect(await client.sql('SELECT FROM upload')).toHaveLength(0)
        expect(filesOf(client)).toEqual([])
      })
    } finally {
      await client.close()
    }
  })

  it('is forgotten where its process was killed before it told of it', async () => {
    const client = await startMedia()
    try {
      const member = await client.member()
      const kept = (await client.send(member, await png())).body
      const [process] = client.suite.processes.media
      // Whatever is on its way when the process ends has either been told of or is nobody's.
      const photograph = { bytes: await noise(2_000, 1_500).png().toBuffer(), type: 'image/png' }
      const sending = Promise.allSettled(Array.from({ length: 6 }, () => client.send(member, photograph)))
      await eventually(async () =>
        expect((await client.sql('SELECT FROM upload WHERE NOT is_kept')).length).toBeGreaterThan(0),
      )
      await process!.kill()
      const told = (await sending).flatMap((one) =>
        one.status === 'fulfilled' && one.value.status === 200 ? [one.value.body.id as string] : [],
      )
      await client.sql("UPDATE upload SET created_at = now() - interval '11 minutes' WHERE NOT is_kept")
      const incoming = path.join(path.dirname(client.suite.config), 'media/incoming')
      for (const name of readdirSync(incoming)) utimesSync(path.join(incoming, name), 0, 0)
      await process!.start()
      await eventually(async () => {
        expect(await client.sql('SELECT FROM upload WHERE NOT is_kept')).toHaveLength(0)
      })
      const rows = await client.sql<{ id: string }>('SELECT id FROM media')
      for (const id of [kept.id, ...told]) {
        expect(rows.map((row) => row.id)).toContain(id)
        expect((await client.get(`/media/${id}/full`)).status).toBe(200)
      }
      // Two files of each row, and nothing else.
      await eventually(async () => expect(filesOf(client)).toHaveLength(rows.length * 2))
    } finally {
      await client.close()
    }
  })
})

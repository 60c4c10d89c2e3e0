import { newId } from '@agora/shared/contracts/ids'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  animation,
  type MediaClient,
  noise,
  outcome,
  type Picture,
  pixels,
  png,
  refused,
  sharedMedia,
} from './support.ts'

let media: MediaClient
beforeAll(async () => {
  media = await sharedMedia()
})
afterAll(() => media?.close())

const sent = async (picture: Picture) => {
  const answer = await media.send(await media.member(), picture)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const full = async (id: string) => (await media.get(`/media/${id}/full`)).bytes

describe('POST /media', () => {
  it.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)('takes %s and keeps WebP', async (format) => {
    const bytes = await noise(120, 80).toFormat(format).toBuffer()
    const body = await sent({ bytes, type: `image/${format}` })
    expect(body).toMatchObject({ type: 'Media', width: 120, height: 80, is_animated: false })
    expect(body.uri).toBe(`/api/v1/media/${body.id}/full`)
    expect(body.thumbnail_uri).toBe(`/api/v1/media/${body.id}/thumbnail`)
    const kept = await full(body.id)
    expect(kept.length).toBe(body.bytes)
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'webp', width: 120, height: 80 })
  })

  it('judges a picture by its content, whichever of the five it is declared as', async () => {
    const { bytes } = await png()
    await sent({ bytes, type: 'image/jpeg' })
    const member = await media.member()
    expect(outcome(await media.send(member, { bytes, type: 'text/html' }))).toEqual(refused.unsupported)
    expect(outcome(await media.send(member, { bytes, type: 'image/svg+xml' }))).toEqual(refused.unsupported)
  })

  it('makes large pictures smaller and blows none up', async () => {
    const large = await sent({ bytes: await pixels(4_000, 1_000).jpeg().toBuffer(), type: 'image/jpeg' })
    expect(large).toMatchObject({ width: 2_048, height: 512 })
    const thumbnail = await media.get(`/media/${large.id}/thumbnail`)
    expect(await sharp(thumbnail.bytes).metadata()).toMatchObject({ width: 320, height: 80 })
    const small = await sent(await png(5, 4))
    expect(await sharp((await media.get(`/media/${small.id}/thumbnail`)).bytes).metadata()).toMatchObject({
      width: 5,
      height: 4,
    })
  })

  it('keeps transparency and every frame', async () => {
    const clear = await sent({ bytes: await pixels(20, 20, 4).png().toBuffer(), type: 'image/png' })
    expect(await sharp(await full(clear.id)).metadata()).toMatchObject({ hasAlpha: true })
    const moving = await sent(await animation(12, 30, 20))
    expect(moving).toMatchObject({ is_animated: true, width: 30, height: 20 })
    expect(await sharp(await full(moving.id)).metadata()).toMatchObject({ pages: 12 })
  })

  it('turns a picture upright and strips where it was taken', async () => {
    const bytes = await noise(60, 40)
      .jpeg()
      .withExif({
        IFD0: { Copyright: 'Somebody' },
        IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(bytes).metadata()).orientation).toBe(6)
    const body = await sent({ bytes, type: 'image/jpeg' })
    expect(body).toMatchObject({ width: 40, height: 60 })
    const { exif, icc, xmp, iptc, orientation } = await sharp(await full(body.id)).metadata()
    expect([exif, icc, xmp, iptc, orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('makes two pictures of the same bytes sent twice', async () => {
    const picture = await png()
    const [one, two] = [await sent(picture), await sent(picture)]
    expect(one.id).not.toBe(two.id)
  })

  it('is for members who may write', async () => {
    const picture = await png()
    const guest = await media.principal({ kind: 'guest' })
    expect(outcome(await media.send(guest, picture))).toEqual([401, { error: 'authentication required' }])
    const reader = await media.member({ ceiling: ['base', 'forum:read'] })
    expect(outcome(await media.send(reader, picture))).toEqual([403, { error: 'forbidden' }])
    const writer = await media.member({ ceiling: ['base', 'forum:read', 'forum:write'] })
    expect((await media.send(writer, picture)).status).toBe(200)
  })
})

describe('GET /media/:id/:variant', () => {
  it('is a file that nothing runs in and that no cache asks for again', async () => {
    const body = await sent(await png())
    const answer = await media.get(`/media/${body.id}/full`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(body.bytes),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    const head = await media.get(`/media/${body.id}/full`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(body.bytes)])
    const again = await media.get(`/media/${body.id}/full`, {
      headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
    })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
  })

  it('knows ids and variants, and no other names of files', async () => {
    const body = await sent(await png())
    const near = body.id.slice(0, -1) + (body.id.endsWith('0') ? '1' : '0')
    for (const path of [
      `${near}/full`,
      `${newId()}/full`,
      `${body.id}/full.webp`,
      `${body.id}/avatar-48`,
      `${body.id}/..%2f${body.id}%2ffull.webp`,
      `..%2f..%2fsecrets/full`,
      `${body.id}/%00full`,
      `${body.id}/constructor`,
      'nothing/full',
    ])
      expect((await media.get(`/media/${path}`)).status, path).toBe(404)
    expect((await media.get(`/media/${body.id.toUpperCase()}/full`)).status).toBe(200)
  })
})

describe('DELETE /media/:id', () => {
  it('deletes at once, for the owner and administrators only', async () => {
    const owner = await media.member()
    const { id } = (await media.send(owner, await png())).body
    const stranger = await media.member()
    expect(outcome(await media.call('DELETE', `/media/${id}`, stranger))).toEqual([
      403,
      { error: 'forbidden' },
    ])
    expect((await media.get(`/media/${id}/full`)).status).toBe(200)
    expect(outcome(await media.call('DELETE', `/media/${id}`, owner))).toEqual([200, {}])
    for (const variant of ['full', 'thumbnail'])
      expect((await media.get(`/media/${id}/${variant}`)).status).toBe(404)
    const gone = [404, { error: 'media not found' }]
    expect(outcome(await media.call('DELETE', `/media/${id}`, owner))).toEqual(gone)
    const other = (await media.send(owner, await png())).body
    const administrator = await media.member({ isAdministrator: true })
    expect(outcome(await media.call('DELETE', `/media/${other.id}`, administrator))).toEqual([200, {}])
  })

  it('succeeds once of twenty at once', async () => {
    const owner = await media.member()
    const { id } = (await media.send(owner, await png())).body
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => media.call('DELETE', `/media/${id}`, owner)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(19)
  })
})

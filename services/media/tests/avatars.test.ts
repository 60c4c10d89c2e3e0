import { newId } from '@agora/shared/contracts/ids'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { animation, type MediaClient, outcome, pixels, png, sharedMedia } from './support.ts'

let media: MediaClient
beforeAll(async () => {
  media = await sharedMedia()
})
afterAll(() => media?.close())

const sent = async (as: Parameters<MediaClient['send']>[0], width = 40, height = 30): Promise<string> => {
  const { status, body } = await media.send(as, await png(width, height))
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}
const put = (userId: string, as: Parameters<MediaClient['call']>[2], id: string) =>
  media.call('PUT', `/users/${userId}/avatar`, as, { media: id })
const avatarOf = (userId: string, size: string | number = 96, headers = {}) =>
  media.get(`/users/${userId}/avatar?size=${size}`, { headers })

describe('GET /users/:user_id/avatar', () => {
  it('draws a letter on a colour that stays the member’s', async () => {
    const member = await media.member({ displayName: 'élodie <b>' })
    const drawn = await avatarOf(member.id)
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(drawn.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(drawn.bytes.toString()).toContain('>É</text>')
    const again = await avatarOf(member.id, 96, { 'if-none-match': drawn.headers.get('etag') })
    expect(again.status).toBe(304)
    expect((await sharp(drawn.bytes).metadata()).width).toBe(96)
    const strange = await media.member({ displayName: '<&>' })
    expect((await avatarOf(strange.id)).bytes.toString()).toContain('>?</text>')
  })

  it('shows the middle square of the chosen picture in each size', async () => {
    const member = await media.member()
    const bytes = await pixels(400, 300).png().toBuffer()
    const { body } = await media.send(member, { bytes, type: 'image/png' })
    const before = (await avatarOf(member.id)).headers.get('etag')
    expect(outcome(await put(member.id, member, body.id))).toEqual([200, {}])
    for (const size of [48, 96, 192]) {
      const shown = await avatarOf(member.id, size)
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect(await sharp(shown.bytes).metadata()).toMatchObject({ width: size, height: size })
      expect(shown.headers.get('etag')).not.toBe(before)
      expect(shown.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=86400')
      const had = await avatarOf(member.id, size, { 'if-none-match': shown.headers.get('etag') })
      expect([had.status, had.bytes.length]).toEqual([304, 0])
    }
  })

  it('is not blown up, and does not move', async () => {
    const member = await media.member()
    await put(member.id, member, await sent(member, 40, 30))
    expect(await sharp((await avatarOf(member.id, 192)).bytes).metadata()).toMatchObject({
      width: 30,
      height: 30,
    })
    const moving = (await media.send(member, await animation(5, 60, 60))).body
    await put(member.id, member, moving.id)
    expect((await sharp((await avatarOf(member.id, 48)).bytes).metadata()).pages ?? 1).toBe(1)
  })

  it('knows members and its sizes', async () => {
    const member = await media.member()
    expect((await avatarOf(member.id, 50)).status).toBe(400)
    expect((await media.get(`/users/${member.id}/avatar`)).status).toBe(200)
    expect((await avatarOf('nobody')).status).toBe(404)
    await media.sql('UPDATE known_user SET erased_at = now() WHERE id = $1', [member.id])
    expect((await avatarOf(member.id)).status).toBe(404)
  })
})

describe('PUT and DELETE /users/:user_id/avatar', () => {
  it('are for the member and administrators, with pictures of one of them', async () => {
    const [member, other] = [await media.member(), await media.member()]
    const administrator = await media.member({ isAdministrator: true })
    const [own, foreign, official] = [await sent(member), await sent(other), await sent(administrator)]
    const forbidden = [403, { error: 'forbidden' }]
    expect(outcome(await put(member.id, other, own))).toEqual(forbidden)
    expect(outcome(await put(member.id, member, foreign))).toEqual(forbidden)
    expect(outcome(await put(member.id, administrator, official))).toEqual([200, {}])
    expect(outcome(await put(member.id, administrator, own))).toEqual([200, {}])
    expect(outcome(await put(member.id, member, newId()))).toEqual([404, { error: 'media not found' }])
    const token = await media.member({ id: member.id, ceiling: ['base', 'forum:write'] })
    expect(outcome(await put(member.id, token, own))).toEqual(forbidden)
    expect(outcome(await media.call('DELETE', `/users/${member.id}/avatar`, other))).toEqual(forbidden)
    for (let times = 0; times < 2; times += 1)
      expect(outcome(await media.call('DELETE', `/users/${member.id}/avatar`, member))).toEqual([200, {}])
    expect((await avatarOf(member.id)).headers.get('content-type')).toBe('image/svg+xml')
  })

  it('an avatar goes with its picture', async () => {
    const member = await media.member()
    const id = await sent(member)
    await put(member.id, member, id)
    await media.call('DELETE', `/media/${id}`, member)
    expect((await avatarOf(member.id)).headers.get('content-type')).toBe('image/svg+xml')
  })
})

import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockThread, type Receiver, startReceiver } from './receiver.ts'
import { type AppsClient, app, channel, delivery, outcome, PATIENT, refused, startApps } from './support.ts'

let apps: AppsClient
let receiver: Receiver
let other: Receiver
let appId: string

beforeAll(async () => {
  receiver = await startReceiver()
  other = await startReceiver()
  apps = await startApps(
    [
      app('official', {
        channels: [channel('main', { is_official: true, event_stream_callback_uri: receiver.url })],
      }),
      app('other', {
        channels: [channel('main', { is_official: true, event_stream_callback_uri: other.url })],
      }),
    ],
    { config: { delivery } },
  )
  appId = await apps.idOf('official')
})
afterAll(async () => {
  await apps?.close()
  await receiver?.close()
  await other?.close()
})

const rotate = async (id = appId, key = 'main') =>
  apps.call('POST', `/${id}/channels/${key}/secret`, await apps.administrator())
const arrived = (to: Receiver, ids: string[]) =>
  expect.poll(() => ids.filter((id) => !to.events().has(id)), PATIENT).toEqual([])
const postsOf = (eventId: string, to = receiver) => to.posts.filter(({ event }) => event.id === eventId)

describe('the signing secret', () => {
  const verify = (secret: string, eventId: string, to = receiver) => {
    const { text, headers } = postsOf(eventId, to)[0]!
    return new Webhook(secret).verify(text, headers as Record<string, string>)
  }

  it('verifies with the public library, and a replaced one goes on for a while', async () => {
    const first = (await rotate()).body.secret
    const [one] = await apps.publish(lockThread())
    await arrived(receiver, [one!])
    expect(verify(first, one!)).toMatchObject({ id: one })

    const { body, headers } = await rotate()
    expect(Object.keys(body).sort()).toEqual(['created_at', 'previous_expires_at', 'secret'])
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(body.secret).not.toBe(first)
    expect(Date.parse(body.previous_expires_at) - Date.parse(body.created_at)).toBe(86_400_000)
    expect(headers.get('cache-control')).toBe('no-store')
    const [two] = await apps.publish(lockThread())
    await arrived(receiver, [two!])
    expect(verify(first, two!)).toMatchObject({ id: two })
    expect(verify(body.secret, two!)).toMatchObject({ id: two })

    await apps.sql('UPDATE channel_secret SET previous_until = now()')
    const [three] = await apps.publish(lockThread())
    await arrived(receiver, [three!])
    expect(() => verify(first, three!)).toThrow('No matching signature found')
    expect(verify(body.secret, three!)).toMatchObject({ id: three })
  })

  it('is another for each channel', async () => {
    const { secret } = (await rotate(await apps.idOf('other'))).body
    const [id] = await apps.publish(lockThread())
    await arrived(receiver, [id!])
    await arrived(other, [id!])
    expect(verify(secret, id!, other)).toMatchObject({ id })
    expect(() => verify(secret, id!)).toThrow('No matching signature found')
  })

  it('is sealed at rest', async () => {
    const { secret } = (await rotate()).body
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const rows = await apps.sql<{ current: Buffer; previous: Buffer }>('SELECT * FROM channel_secret')
    expect(rows.length).toBeGreaterThan(0)
    for (const { current, previous } of rows) {
      for (const sealed of [current, previous ?? Buffer.alloc(0)]) expect(sealed.includes(bytes)).toBe(false)
    }
  })

  it('that cannot be opened stops its channel, says why, and is healed by a new one', async () => {
    await apps.sql(`UPDATE channel_secret SET previous = NULL,
      current = set_byte(current, 30, get_byte(current, 30) # 1)`)
    const [id] = await apps.publish(lockThread())
    const failed = `SELECT FROM delivery WHERE event_id = '${id}' AND last_failure LIKE 'no signing secret%'`
    await expect.poll(() => apps.sql(failed), PATIENT).toHaveLength(2)
    await rotate(await apps.idOf('other'))
    const { secret } = (await rotate()).body
    await apps.sql(`UPDATE delivery SET status = 'Pending', settled_at = NULL, attempts = 0, due_at = now()
      WHERE event_id = '${id}'`)
    await arrived(receiver, [id!])
    expect(verify(secret, id!)).toMatchObject({ id })
  })

  it('is told to owners and administrators only, as an edit is allowed', async () => {
    const owner = await apps.account('ada')
    const other = await apps.account('bob')
    await apps.call('PATCH', `/${appId}`, await apps.administrator(), {
      body: { owners: [{ type: 'User', id: owner.id }] },
    })
    const as = async (caller: { headers: Record<string, string> }, id = appId, key = 'main') =>
      outcome(await apps.call('POST', `/${id}/channels/${key}/secret`, caller))
    expect((await as(owner))[0]).toBe(200)
    const stale = await apps.user(owner.id, { isRecent: false })
    expect(await as(stale)).toEqual(refused(403, 'recent sign-in is required'))
    expect(await as(await apps.guest())).toEqual(refused(401, 'authentication required'))
    expect(await as(other)).toEqual(refused(403, 'forbidden'))
    const token = await apps.user(owner.id, { ceiling: ['base', 'forum:moderate'] })
    expect(await as(token)).toEqual(refused(403, 'forbidden'))
    expect(await as(owner, appId, 'none')).toEqual(refused(404, 'app channel not found'))
    expect(await as(owner, 'nothing')).toEqual(refused(404, 'app not found'))
    await apps.call('PATCH', `/${appId}`, await apps.administrator(), { body: { owners: [] } })
  })
})

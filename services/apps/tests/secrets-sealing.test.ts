import { randomBytes } from 'node:crypto'
import { createSealer } from '@agora/shared/sealing'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockThread, type Receiver, startReceiver } from './receiver.ts'
import { type AppsClient, app, channel, delivery, PATIENT, startApps } from './support.ts'

const [older, newer] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
/** The environment of the processes' next start. */
const env: Record<string, string> = { WEBHOOK_KEY: older }
let apps: AppsClient
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  const main = channel('main', { is_official: true, event_stream_callback_uri: receiver.url })
  const config = { delivery: { ...delivery, attempts: 40 } }
  apps = await startApps([app('official', { channels: [main] })], { config, env })
})
afterAll(async () => {
  await apps?.close()
  await receiver?.close()
})

async function restartWith(keys: string): Promise<void> {
  env.WEBHOOK_KEY = keys
  await apps.suite.processes.apps[0]?.restart()
}

it('the key that seals the channels’ secrets is rotated, and every delivery is signed with the same secret', async () => {
  const rotate = async () => {
    const path = `/${await apps.idOf('official')}/channels/main/secret`
    return (await apps.call('POST', path, await apps.administrator())).body.secret as string
  }
  const [first, second] = [await rotate(), await rotate()]
  const expectSigned = async () => {
    const [id] = await apps.publish(lockThread())
    await expect.poll(() => receiver.events().has(id!), PATIENT).toBe(true)
    const { text, headers } = receiver.posts.find(({ event }) => event.id === id)!
    for (const secret of [first, second])
      expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toMatchObject({ id })
  }
  await expectSigned()
  await restartWith(`${newer},${older}`)
  await expectSigned()
  const sealer = createSealer(newer)
  const unopened = async () => {
    const text = 'SELECT channel_id AS id, current, previous FROM channel_secret'
    const rows = await apps.sql<{ id: string; current: Buffer; previous: Buffer }>(text)
    return rows.filter(({ id, current, previous }) => !sealer.open(current, id) || !sealer.open(previous, id))
  }
  await expect.poll(unopened, PATIENT).toEqual([])
  await restartWith(newer)
  await expectSigned()
})

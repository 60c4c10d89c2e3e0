import { newId } from '@agora/shared/contracts/ids'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { tooManyRequests } from '@agora/shared/limits/limiter'
import { deliver } from '../../../consumers/deliver.ts'
import type { Context, Relational } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessAppForEdit, channelOf } from '../../apps/authority.ts'
import type { AppDelivery, ChannelPath } from '../schemas.ts'
import { countPendingTests, lockLine, TEST_TYPE } from '../store-lines.ts'
import { appDeliveryView } from '../views.ts'

/** Tests of a channel that may wait for its receiver. */
const MAX_WAITING = 10
const AGAIN_AFTER_MS = 60_000

/**
 * Delivers a test event to a channel, whatever events it has asked for.
 *
 * @throws ApiError appNotFound, forbidden, noSuchChannel, noEventStream, or tooManyRequests while others wait
 */
export async function testChannel(
  context: Context,
  { db, records, source, due }: Relational,
  principal: Caller,
  path: ChannelPath,
): Promise<AppDelivery> {
  const app = await accessAppForEdit(context, principal, path.app_id)
  const channel = channelOf(app, path.channel_key)
  if (channel.eventStreamCallbackUri === null) throw new ApiError(errors.noEventStream)
  const told = {
    id: newId(),
    type: TEST_TYPE,
    time: new Date().toISOString(),
    subject: null,
    data: {
      app: { type: 'App', id: app.id, key: app.key, display_name: app.displayName },
      channel: { id: channel.id, key: channel.key },
    },
  }
  const announcement = { receivers: [channel.id], told }
  const [id] = await db.transaction(async (tx) => {
    await lockLine(tx, channel.id)
    if ((await countPendingTests(tx, channel.id)) >= MAX_WAITING) throw tooManyRequests(AGAIN_AFTER_MS)
    return deliver(tx, announcement, source, principal.traceparent)
  })
  due.set()
  return appDeliveryView((await records.find(app.id, id!))!)
}

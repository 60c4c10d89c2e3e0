import type { Caller } from '@agora/shared/contracts/principal'
import { AutoResetEvent } from '@agora/shared/lifecycle/auto-reset-event'
import { readingMember } from '../../../authority/members.ts'
import type { Context } from '../../../context.ts'
import { beginStream, idOf } from '../../../streams/position.ts'
import type { Source } from '../../../streams/streams.ts'
import { accessNotifications } from '../authority.ts'
import { readChanged, readPosition, STREAM_BATCH } from '../store-streamed.ts'
import { viewNotification } from '../views.ts'

const SOURCE = 'notifications'

/**
 * Streams a member's notifications from now on, or after the event they name. One that changes, because replies are
 * gathered, is sent again. As everywhere, what they may not see is left out.
 */
export function streamNotifications(
  context: Pick<Context, 'db' | 'notificationListeners'>,
  principal: Caller,
  lastEventId: string | undefined,
): Source {
  const { db, notificationListeners } = context
  const member = readingMember(principal)
  const userId = member.id
  return async (stream) => {
    const listener = { wakeup: new AutoResetEvent(), seq: 0 }
    const remove = notificationListeners.add(userId, listener)
    try {
      const { recipient: atFirst } = await accessNotifications(context, principal, member)
      const { newest, issued, now } = await readPosition(db, atFirst)
      const isHere = (seq: number) => seq <= issued
      listener.seq = await beginStream(stream, lastEventId, { time: now, source: SOURCE, newest, isHere })
      while (!stream.ended.aborted) {
        const { recipient } = await accessNotifications(context, principal, member)
        const rows = await readChanged(db, recipient, listener.seq)
        const events = rows
          .filter(({ isVisible }) => isVisible)
          .map((row) => {
            const notification = viewNotification(row)
            const id = idOf({ time: Date.parse(notification.time), seq: row.seq, source: SOURCE })
            return { id, event: row.kind, data: notification }
          })
        await stream.send(events)
        listener.seq = rows.at(-1)?.seq ?? listener.seq
        if (rows.length < STREAM_BATCH) await listener.wakeup.wait(undefined, stream.ended)
      }
    } finally {
      remove()
    }
  }
}

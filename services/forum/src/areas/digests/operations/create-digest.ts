import { type Digest, MAX_ENTRIES } from '@agora/shared/contracts/internal-digests'
import { ApiError } from '@agora/shared/errors/catalogue'
import { hashToken, newToken } from '@agora/shared/tokens'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { requireId } from '../../../resources/references.ts'
import { mailedRecipient } from '../../notifications/authority.ts'
import { readNotificationPage } from '../../notifications/store.ts'
import { readDigest, setToken } from '../store.ts'
import { viewEntry } from '../views.ts'

/**
 * The content of a digest that is being written: the reader's own list of what is unread, as they would get it now.
 *
 * @throws ApiError 404 if they no longer want digests, or nothing they may see is newer than the last one
 */
export async function createDigest(context: Context, mailId: string): Promise<Digest> {
  const { db } = context
  const id = requireId(mailId, errors.nothingToSend)
  const digest = await readDigest(db, id)
  if (!digest) throw new ApiError(errors.nothingToSend)
  const { userId, since, locale } = digest
  const page = { offset: 0, limit: MAX_ENTRIES }
  const recipient = await mailedRecipient(context, userId)
  const { count, notifications } = await readNotificationPage(db, recipient, { unread: true }, page)
  const [newest] = notifications
  if (!newest || new Date(newest.time) <= since) throw new ApiError(errors.nothingToSend)
  const token = newToken()
  await setToken(db, id, hashToken(token))
  return {
    entries: notifications.map(viewEntry),
    unread: count,
    unsubscribe_path: `/api/v1/notifications/unsubscribe/${token}`,
    locale,
  }
}

import type { Caller } from '@agora/shared/contracts/principal'
import { readingMember } from '../../../authority/members.ts'
import type { Context } from '../../../context.ts'
import type { NotificationSettings } from '../schemas.ts'
import { readSettings } from '../store.ts'

/** @throws ApiError forbidden */
export async function getNotificationSettings(
  { db }: Context,
  principal: Caller,
): Promise<NotificationSettings> {
  return readSettings(db, readingMember(principal).id)
}

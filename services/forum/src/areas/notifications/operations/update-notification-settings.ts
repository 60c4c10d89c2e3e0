import type { Caller } from '@agora/shared/contracts/principal'
import { writingMember } from '../../../authority/members.ts'
import type { Context } from '../../../context.ts'
import type { NotificationSettings, NotificationSettingsPatch } from '../schemas.ts'
import { changeSettings } from '../store.ts'

/** @throws ApiError forbidden */
export async function updateNotificationSettings(
  { db }: Context,
  principal: Caller,
  patch: NotificationSettingsPatch,
): Promise<NotificationSettings> {
  return changeSettings(db, writingMember(principal).id, patch)
}

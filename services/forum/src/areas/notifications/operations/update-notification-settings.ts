import type { MailLanguage } from '@agora/shared/contracts/internal-mail'
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
  language: MailLanguage | undefined,
): Promise<NotificationSettings> {
  // Digests are written in the language in which they were requested.
  const locale = patch.email === undefined ? null : (language ?? null)
  return changeSettings(db, writingMember(principal).id, { ...patch, locale })
}

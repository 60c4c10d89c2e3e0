import type { MailLanguage } from '@agora/shared/contracts/internal-mail'
import type { Caller } from '@agora/shared/contracts/principal'
import { loadActor } from '../../../authority/actor.ts'
import { globalRoles, moderatesAnything } from '../../../authority/authority.ts'
import { writingMember } from '../../../authority/members.ts'
import type { Context } from '../../../context.ts'
import type { NotificationSettings, NotificationSettingsPatch } from '../schemas.ts'
import { changeSettings } from '../store.ts'
import { viewSettings } from '../views.ts'

/**
 * Changes what is given. `reports` is left alone for those who moderate nothing.
 *
 * @throws ApiError forbidden
 */
export async function updateNotificationSettings(
  context: Context,
  principal: Caller,
  { reports, ...patch }: NotificationSettingsPatch,
  language: MailLanguage | undefined,
): Promise<NotificationSettings> {
  // Digests are written in the language in which they were requested.
  const locale = patch.email === undefined ? null : (language ?? null)
  const { id } = writingMember(principal)
  const actor = await loadActor(context, principal)
  const moderates = moderatesAnything(actor)
  const asAdministrator = globalRoles(actor)[0] === 'Administrator'
  const change = { ...patch, reports: moderates ? (reports ?? null) : null, asAdministrator, locale }
  return viewSettings(await changeSettings(context.db, id, change), moderates)
}

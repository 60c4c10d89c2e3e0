import type { Caller } from '@agora/shared/contracts/principal'
import { loadActor } from '../../../authority/actor.ts'
import { moderatesAnything } from '../../../authority/authority.ts'
import { readingMember } from '../../../authority/members.ts'
import type { Context } from '../../../context.ts'
import type { NotificationSettings } from '../schemas.ts'
import { readSettings } from '../store.ts'
import { viewSettings } from '../views.ts'

/** @throws ApiError forbidden */
export async function getNotificationSettings(
  context: Context,
  principal: Caller,
): Promise<NotificationSettings> {
  const { id } = readingMember(principal)
  const actor = await loadActor(context, principal)
  return viewSettings(await readSettings(context.db, id), moderatesAnything(actor))
}

import type { Caller } from '@agora/shared/contracts/principal'
import { readingMember } from '../../../authority/members.ts'
import type { Context } from '../../../context.ts'
import type { UnreadNotifications } from '../schemas.ts'
import { countUnreadNotifications } from '../store.ts'

/** @throws ApiError forbidden */
export async function countNotifications({ db }: Context, principal: Caller): Promise<UnreadNotifications> {
  return { unread: await countUnreadNotifications(db, readingMember(principal).id) }
}

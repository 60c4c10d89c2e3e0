import type { Transaction } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { postAbilities } from '../../authority/abilities.ts'
import type { Member } from '../../authority/actor.ts'
import type { Authority } from '../../authority/authority.ts'
import { errors } from '../../errors.ts'
import type { ModerationAct } from '../moderation/events.ts'
import { postAct } from './events.ts'
import { addRevision, type LockedPost } from './store-revisions.ts'

/**
 * Hides the body of a locked post behind a note, which may be null.
 *
 * @returns the act to be recorded
 * @throws ApiError cannotHidePost
 */
export async function hidePost(
  tx: Transaction,
  { post, member, authority }: { post: LockedPost; member: Member; authority: Authority },
  comment: string | null,
): Promise<ModerationAct> {
  if (!postAbilities(member, authority, post).can_delete) throw new ApiError(errors.cannotHidePost)
  await addRevision(tx, post, {
    asRole: true,
    authorId: member.user.id,
    authorRole: authority.role ?? null,
    body: null,
    moderation: comment,
    comment,
  })
  return postAct('DeletePost', post, comment, null)
}

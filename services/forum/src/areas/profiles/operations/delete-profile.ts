import type { Caller } from '@agora/shared/contracts/principal'
import { shortUser } from '@agora/shared/contracts/types'
import type { Context } from '../../../context.ts'
import { recordModeration } from '../../moderation/events.ts'
import { imposeSanction } from '../../sanctions/impose.ts'
import { accessProfileToEmpty } from '../authority.ts'
import type { Profile, ProfileDeletion } from '../schemas.ts'
import { emptyProfile } from '../store.ts'
import { viewProfile } from '../views.ts'

/**
 * Empties a profile, and warns its member for that reason: the warning tells them, and is in the log. A profile that says
 * nothing causes none.
 *
 * @throws ApiError forbidden, userNotFound
 */
export async function deleteProfile(
  context: Context,
  principal: Caller,
  id: string,
  { reason }: ProfileDeletion,
): Promise<Profile> {
  const { moderator, user } = await accessProfileToEmpty(context, principal, id)
  await context.db.transaction(async (tx) => {
    if (!(await emptyProfile(tx, user.id))) return
    const { act } = await imposeSanction(tx, {
      userId: user.id,
      sectionId: null,
      kind: 'Warning',
      expiresAt: null,
      reason,
      internalNote: '',
      createdById: moderator.user.id,
    })
    await recordModeration(tx, moderator, [act])
  })
  return viewProfile(shortUser(user), undefined, false)
}

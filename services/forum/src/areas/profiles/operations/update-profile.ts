import type { Caller } from '@agora/shared/contracts/principal'
import { shortUser } from '@agora/shared/contracts/types'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { renderBody } from '../../../bodies/render.ts'
import type { Context } from '../../../context.ts'
import { accessOwnProfile } from '../authority.ts'
import { grammarOfProfile } from '../grammar.ts'
import type { Profile, ProfilePatch } from '../schemas.ts'
import { changeProfile } from '../store.ts'
import { viewProfile } from '../views.ts'

/**
 * Changes what the member says of themselves, within the limits of a new post; it counts as an edit. Mentions notify
 * nobody.
 *
 * @throws ApiError forbidden, invalidCredentials, bodyNotParsed, tooManyRequests
 */
export async function updateProfile(
  context: Context,
  principal: Caller,
  { about: source, ...lines }: ProfilePatch,
): Promise<Profile> {
  const { db, posting } = context
  const member = await accessOwnProfile(context, principal)
  const allowance = await posting.allowance(db, principal, member)
  const row = await posting.count('edits', member, allowance, async () => {
    const grammar = grammarOfProfile(context, allowance)
    const about = typeof source === 'string' ? await renderBody(db, source, grammar) : source
    return changeProfile(db, member.user.id, { ...lines, ...(about === undefined ? {} : { about }) })
  })
  // The account was erased meanwhile, and its credentials with it.
  if (!row) throw new ApiError(common.invalidCredentials)
  return viewProfile(shortUser(member.user), row, true)
}

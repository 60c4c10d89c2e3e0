import type { UserPrincipal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { hashToken, isToken } from '@agora/shared/tokens'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { readVerification, takeVerification, type Verification } from '../../mail-tokens/store.ts'
import type { UserLink } from '../../user-links/schemas.ts'
import { establishLink } from '../../user-links/store.ts'
import { userLinkView } from '../../user-links/views.ts'
import { accessAccountToChange } from '../../users/authority.ts'
import { lockAccount } from '../../users/store.ts'

/**
 * Links the address that the token was mailed to. The token is spent even if the address has become another account's;
 * the answer is then that for any invalid token, so that nobody learns who has an account.
 * @throws ApiError 404, 403, 400
 */
export async function verifyEmail(
  context: Context,
  actor: UserPrincipal,
  userId: string,
  token: string,
): Promise<UserLink> {
  const { id } = await accessAccountToChange(context, actor, userId)
  if (!isToken(token)) throw new ApiError(errors.invalidToken)
  const link = await context.prisma.$transaction(async (tx) => {
    // The account before the token, as an erasure takes them: in the other order each could wait for the other.
    if (!(await lockAccount(tx, id))) throw new ApiError(errors.userNotFound)
    const email = await takeVerification(tx, id, hashToken(token))
    if (email === undefined) return undefined
    return establishLink(tx, id, { type: 'Email', externalId: email.toLowerCase(), displayName: email })
  })
  if (!link) throw new ApiError(errors.invalidToken)
  return userLinkView(link)
}

/** What a token would link, and to which account, without spending it; undefined if it would be refused. */
export const findVerification = async (
  { prisma }: Context,
  accountId: string,
  token: string,
): Promise<Verification | undefined> =>
  isToken(token) ? readVerification(prisma, accountId, hashToken(token)) : undefined

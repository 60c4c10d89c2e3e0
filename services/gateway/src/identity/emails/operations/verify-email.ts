import { ApiError } from '@agora/shared/errors/catalogue'
import { hashToken, isToken } from '@agora/shared/tokens'
import { errors } from '../../../errors.ts'
import { type Actor, accessAccountToChange, holdAccount } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import { judgeRecent } from '../../credentials/store-recent.ts'
import { forgetRefusal } from '../../mail-refusals/store.ts'
import { tellAccountChanged } from '../../mail-tokens/account-changed.ts'
import { takeVerification, voidTokensTo } from '../../mail-tokens/store.ts'
import type { UserLink } from '../../user-links/schemas.ts'
import { establishLink } from '../../user-links/store.ts'
import { userLinkView } from '../../user-links/views.ts'

/**
 * Links the address that the token was mailed to. The token is spent even if the address has become another account's;
 * the answer is then that for any invalid token, so that nobody learns who has an account.
 * @throws ApiError 404, 403 without authority or a recent sign-in, 400, 409 for too many links
 */
export async function verifyEmail(
  context: Context,
  actor: Actor,
  userId: string,
  token: string,
): Promise<UserLink> {
  const { id } = await accessAccountToChange(context, actor, userId)
  if (!isToken(token)) throw new ApiError(errors.invalidToken)
  const link = await context.transaction(async (tx) => {
    // The account before the token, as an erasure takes them: in the other order each could wait for the other.
    const account = await holdAccount(tx, id)
    await judgeRecent(tx, actor)
    const email = await takeVerification(tx, account, hashToken(token))
    if (email === undefined) return undefined
    const target = { type: 'Email', externalId: email.toLowerCase(), displayName: email } as const
    const { link, isNew } = await establishLink(tx, id, target)
    if (!isNew) {
      if (link) await forgetRefusal(tx, link.id)
      return link
    }
    await voidTokensTo(tx, id, email)
    const changed = { change: 'EmailAdded', what: email, except: email } as const
    await tellAccountChanged(context, tx, actor.traceparent, account, changed)
    return link
  })
  if (!link) throw new ApiError(errors.invalidToken)
  return userLinkView(link)
}

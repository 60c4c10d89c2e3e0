import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Actor } from '../../accounts/authority.ts'
import { lockAccount } from '../../accounts/store.ts'
import type { Context } from '../../context.ts'
import { judgeRecent } from '../../credentials/store-recent.ts'
import { tellAccountChanged } from '../../mail-tokens/account-changed.ts'
import { voidTokensTo } from '../../mail-tokens/store.ts'
import type { LinkName } from '../authority.ts'
import { endUserLink } from '../store.ts'

/**
 * Ends a link: it disappears from every listing, and an email no longer signs its owner in. Tokens that were mailed to it
 * end, too.
 * @throws ApiError 404, 403 without a recent sign-in
 */
export async function deleteUserLink(
  context: Context,
  actor: Actor,
  { accountId, linkId }: LinkName,
): Promise<void> {
  await context.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId)
    if (!account) throw new ApiError(common.notFound)
    await judgeRecent(tx, actor)
    const link = await endUserLink(tx, accountId, linkId)
    if (!link) throw new ApiError(common.notFound)
    const isEmail = link.type === 'Email'
    if (isEmail) await voidTokensTo(tx, accountId, link.externalId)
    await tellAccountChanged(context, tx, actor.traceparent, account, {
      change: isEmail ? 'EmailRemoved' : 'ProviderUnlinked',
      what: link.displayName,
      former: isEmail ? link.displayName : undefined,
    })
  })
}

import { ApiError } from '@agora/shared/errors/catalogue'
import type { Logger } from 'pino'
import { errors } from '../../../errors.ts'
import { type Actor, holdAccount } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import { type Acting, holdAuthority } from '../../credentials/acting.ts'
import { tellAccountChanged } from '../../mail-tokens/account-changed.ts'
import type { LinkType, UserLink } from '../../user-links/schemas.ts'
import { establishLink, type LinkRecord, type LinkTarget } from '../../user-links/store.ts'
import { userLinkView } from '../../user-links/views.ts'
import type { ProviderClient } from '../client.ts'
import { exchangeAnswer, providerFailure } from '../exchange.ts'
import type { ProviderKey } from '../schemas.ts'
import { type Traveller, takeLinking } from '../store.ts'

const types: Record<ProviderKey, LinkType> = { provider_a: 'ProviderA', provider_b: 'ProviderB' }

/**
 * Links the provider's account with which a member comes back: they had signed in recently when they left, and are still
 * signed in when it is linked.
 * @throws ApiError 401, 400 for an answer that this session did not request, or that the provider does not confirm; 409 if
 * the account is another member's, or for too many links; 503 while the provider is unreachable
 */
export async function linkProviderAccount(
  context: Context,
  client: ProviderClient,
  actor: Actor,
  acting: Acting,
  traveller: Traveller,
  answer: URLSearchParams,
  logger: Pick<Logger, 'warn'>,
): Promise<UserLink> {
  const state = answer.get('state')
  const secrets = state === null ? undefined : await takeLinking(context.pool, state, traveller)
  if (state === null || !secrets) throw new ApiError(errors.invalidState)
  const account = await client
    .configuration()
    .then((configuration) => exchangeAnswer(configuration, answer, state, secrets))
    .catch((error) => {
      throw providerFailure(error, traveller.provider, logger)
    })
  const link = await store(context, actor, acting, {
    type: types[traveller.provider],
    externalId: account.id,
    displayName: account.displayName,
  })
  if (!link) throw new ApiError(errors.providerAccountTaken)
  return userLinkView(link)
}

function store(
  context: Context,
  actor: Actor,
  acting: Acting,
  target: LinkTarget,
): Promise<LinkRecord | undefined> {
  return context.transaction(async (tx) => {
    const owner = await holdAccount(tx, actor.id)
    await holdAuthority(tx, acting)
    const { link, isNew } = await establishLink(tx, owner.id, target)
    if (isNew) {
      const changed = { change: 'ProviderLinked', what: target.displayName } as const
      await tellAccountChanged(context, tx, actor.traceparent, owner, changed)
    }
    return link
  })
}

import { ApiError } from '@agora/shared/errors/catalogue'
import type { Logger } from 'pino'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import type { LinkType, UserLink } from '../../user-links/schemas.ts'
import { establishLink } from '../../user-links/store.ts'
import { userLinkView } from '../../user-links/views.ts'
import type { ProviderClient } from '../client.ts'
import { exchangeAnswer, providerFailure } from '../exchange.ts'
import type { ProviderKey } from '../schemas.ts'
import { type Traveller, takeLinking } from '../store.ts'

const types: Record<ProviderKey, LinkType> = { provider_a: 'ProviderA', provider_b: 'ProviderB' }

/**
 * Links the provider's account with which a member comes back.
 * @throws ApiError 400 for an answer that this session did not request, or that the provider does not confirm; 409 if
 * the account is another member's; 503 while the provider is unreachable
 */
export async function linkProviderAccount(
  { prisma }: Context,
  client: ProviderClient,
  traveller: Traveller,
  answer: URLSearchParams,
  logger: Pick<Logger, 'warn'>,
): Promise<UserLink> {
  const state = answer.get('state')
  const secrets = state === null ? undefined : await takeLinking(prisma, state, traveller)
  if (state === null || !secrets) throw new ApiError(errors.invalidState)
  const account = await client
    .configuration()
    .then((configuration) => exchangeAnswer(configuration, answer, state, secrets))
    .catch((error) => {
      throw providerFailure(error, traveller.provider, logger)
    })
  const link = await establishLink(prisma, traveller.accountId, {
    type: types[traveller.provider],
    externalId: account.id,
    displayName: account.displayName,
  })
  if (!link) throw new ApiError(errors.providerAccountTaken)
  return userLinkView(link)
}

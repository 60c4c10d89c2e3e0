import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { FastifyRequest } from 'fastify'
import { findAccount, memberOf } from '../accounts/authority.ts'
import type { Context } from '../context.ts'
import type { ProviderKey } from './schemas.ts'
import type { Traveller } from './store.ts'

/** Stands for the caller's own id: providers register one callback address per site, not one per member. */
export const SELF = 'self'

/**
 * A member who links a provider's account to their own, with full authority.
 * @throws ApiError 401, 404, 403
 */
export async function accessOwnLinking(
  context: Context,
  { principal, credential }: Pick<FastifyRequest, 'principal' | 'credential'>,
  userId: string,
  provider: ProviderKey,
): Promise<Traveller> {
  const actor = memberOf(principal)
  const accountId = userId === SELF ? actor.id : (await findAccount(context, userId)).id
  if (actor.ceiling !== 'full' || actor.id !== accountId) throw new ApiError(common.forbidden)
  return {
    provider,
    accountId,
    sessionId: credential.kind === 'session' ? credential.sessionId : null,
  }
}

import { parseUuid } from '@agora/shared/contracts/ids'
import type { Principal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'

/** One link of an account; the row is looked up by both ids. */
export interface LinkName {
  accountId: string
  linkId: string
}

/**
 * The link that an actor may change: the owner, with full authority, or, if `administrators` may, one of them. Anyone
 * else is refused whatever they name, since most links are private.
 * @throws ApiError 403, or 404 if the ids cannot name a link
 */
export function accessUserLink(
  actor: Principal,
  { user_id, user_link_id }: { user_id: string; user_link_id: string },
  { administrators }: { administrators: boolean },
): LinkName {
  const accountId = parseUuid(user_id)
  const isFull = actor.kind === 'user' && actor.ceiling === 'full'
  if (!isFull || !(actor.id === accountId || (administrators && actor.isAdministrator)))
    throw new ApiError(common.forbidden)
  const linkId = parseUuid(user_link_id)
  if (accountId === undefined || linkId === undefined) throw new ApiError(common.notFound)
  return { accountId, linkId }
}

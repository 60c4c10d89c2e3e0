import type { UserPrincipal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { findAccount } from '../accounts/authority.ts'
import type { Account } from '../accounts/store.ts'
import type { Context } from '../context.ts'
import type { Game } from './schemas.ts'
import type { LinkSlot } from './store.ts'

export interface LinkTarget {
  owner: Account
  slot: LinkSlot
}

/**
 * The account and the slot of one of its links, for an actor who may end it: the owner or an administrator.
 * @throws ApiError 404 for an unknown account or server, 403 for anyone else.
 */
export async function accessLinkToEnd(
  context: Context,
  actor: UserPrincipal,
  userId: string,
  game: Game,
  server: string,
): Promise<LinkTarget> {
  const target = await findLinkTarget(context, userId, game, server)
  const may = actor.ceiling === 'full' && (actor.isAdministrator || actor.id === target.owner.id)
  if (!may) throw new ApiError(common.forbidden)
  return target
}

/** @throws ApiError 404 */
export async function findLinkTarget(
  context: Context,
  userId: string,
  game: Game,
  server: string,
): Promise<LinkTarget> {
  const owner = await findAccount(context, userId)
  const { games } = context.config
  const isKnown = game === 'game_c' ? server === '' : games[game].servers.includes(server)
  if (!isKnown) throw new ApiError(common.notFound)
  return { owner, slot: { accountId: owner.id, game, server } }
}

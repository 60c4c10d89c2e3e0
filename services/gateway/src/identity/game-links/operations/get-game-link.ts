import type { InternalGameLink } from '@agora/shared/contracts/internal-game-links'
import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../../errors.ts'
import type { Context } from '../../context.ts'
import { readLink } from '../store.ts'

/** One link for another service. @throws ApiError 404 */
export async function getGameLink({ pool }: Context, id: string): Promise<InternalGameLink> {
  const row = await readLink(pool, id)
  if (!row) throw new ApiError(errors.gameLinkNotFound)
  const { game, server, gameUserId, accountId, linkedAt, linkedBy, unlinkedAt, unlinkedBy } = row
  return {
    game,
    server: server === '' ? null : server,
    game_user_id: gameUserId,
    user: accountId,
    link: { time: linkedAt.toISOString(), user: linkedBy },
    unlink:
      unlinkedAt === null || unlinkedBy === null
        ? null
        : { time: unlinkedAt.toISOString(), user: unlinkedBy },
  }
}

import type { Caller, UserPrincipal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { appendEvent } from '@agora/shared/messaging/outbox'
import { errors } from '../../../errors.ts'
import type { Context } from '../../context.ts'
import { findLinkTarget } from '../authority.ts'
import { linkEvent } from '../events.ts'
import type { Game, VersionedLink } from '../schemas.ts'
import { insertLink, readSlot } from '../store.ts'
import { versionedLink } from '../views.ts'

/**
 * Links a game account to a member. Repeating a link changes nothing.
 * @throws ApiError 404 for an unknown user or server, 409 if either side has another link.
 */
export async function linkGameAccount(
  context: Context,
  actor: Caller<UserPrincipal>,
  target: { userId: string; game: Game; server: string },
  gameUserId: string,
): Promise<VersionedLink> {
  const { owner, slot } = await findLinkTarget(context, target.userId, target.game, target.server)
  return context.transaction(async (tx) => {
    const inserted = await insertLink(tx, slot, gameUserId, actor.id)
    const rows = await readSlot(tx, slot)
    const current = rows.find((row) => row.unlinkedAt === null)
    if (current?.gameUserId !== gameUserId) throw new ApiError(errors.alreadyLinked)
    if (inserted) await appendEvent(tx, actor.traceparent, linkEvent(owner.id, current))
    return versionedLink(rows)
  })
}

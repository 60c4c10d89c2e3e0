import type { Caller, UserPrincipal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { appendEvent } from '@agora/shared/messaging/outbox'
import type { Context } from '../../context.ts'
import { accessLinkToEnd } from '../authority.ts'
import { linkEvent } from '../events.ts'
import type { Game, VersionedLink } from '../schemas.ts'
import { endLink, readSlot } from '../store.ts'
import { versionedLink } from '../views.ts'

/**
 * Ends a member's link to a game account; it stays in the history.
 * @throws ApiError 404 for an unknown user or server or if nothing is linked, 403 for a stranger.
 */
export async function unlinkGameAccount(
  context: Context,
  actor: Caller<UserPrincipal>,
  target: { userId: string; game: Game; server: string },
): Promise<VersionedLink> {
  const { owner, slot } = await accessLinkToEnd(context, actor, target.userId, target.game, target.server)
  return context.transaction(async (tx) => {
    const endedId = await endLink(tx, slot, actor.id)
    const rows = await readSlot(tx, slot)
    const ended = rows.find((row) => row.id === endedId)
    if (!ended) throw new ApiError(common.notFound)
    await appendEvent(tx, actor.traceparent, linkEvent(owner.id, ended))
    return versionedLink(rows)
  })
}

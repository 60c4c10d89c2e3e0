import type { EventDraft } from '@agora/shared/contracts/events/event'
import { gameLinkSet, gameLinkUnset } from '@agora/shared/contracts/events/identity'
import { shortUser } from '@agora/shared/contracts/types'
import type { LinkRow } from './store.ts'
import { linkActs } from './views.ts'

/** What became of a link, for the archive, which shows it at the game account. */
export function linkEvent(owner: { id: string; displayName: string }, row: LinkRow): EventDraft {
  const { link, unlink } = linkActs(row)
  const data = {
    game: row.game,
    server: row.server === '' ? null : row.server,
    game_user_id: row.gameUserId,
    user: shortUser(owner),
    link,
  }
  return unlink ? gameLinkUnset.of({ ...data, unlink }) : gameLinkSet.of({ ...data, unlink: null })
}

import type { EventDraft } from '@agora/shared/contracts/events/event'
import { gameLinkSet, gameLinkUnset } from '@agora/shared/contracts/events/identity'
import type { LinkRow } from './store.ts'

/** That something became of a link, for the archive, which shows it at the game account. */
export const linkEvent = (accountId: string, { id, unlinkedAt }: LinkRow): EventDraft =>
  (unlinkedAt === null ? gameLinkSet : gameLinkUnset).of({ link: id, user: accountId })

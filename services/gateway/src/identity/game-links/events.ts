import type { EventDraft } from '@agora/shared/contracts/events/event'
import { gameLinkSet, gameLinkUnset } from '@agora/shared/contracts/events/identity'
import type { LinkRow } from './store.ts'

/** Announces a change of a link to the archive, which shows it on the game account. */
export const linkEvent = (
  accountId: string,
  { id, unlinkedAt }: Pick<LinkRow, 'id' | 'unlinkedAt'>,
): EventDraft => (unlinkedAt === null ? gameLinkSet : gameLinkUnset).of({ link: id, user: accountId })

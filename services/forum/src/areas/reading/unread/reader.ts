import type { Principal } from '@agora/shared/contracts/principal'
import { readsAsMember } from '../../../authority/actor.ts'
import type { Reader } from './sql.ts'

/** Whose unread threads are reported: members, if their credentials let them read as themselves. */
export function readerOf(principal: Principal): Reader {
  return readsAsMember(principal)
    ? { userId: principal.id, since: principal.createdAt }
    : { userId: null, since: null }
}

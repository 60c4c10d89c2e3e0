import type { Principal } from '@agora/shared/contracts/principal'
import type { Reader } from './sql.ts'

/** For whom unread threads are told: members, whatever their credentials allow. */
export function readerOf(principal: Principal): Reader {
  return principal.kind === 'user'
    ? { userId: principal.id, since: principal.createdAt }
    : { userId: null, since: null }
}

import type { Principal } from '@agora/shared/contracts/principal'
import type { Context } from '../../context.ts'
import { readLinks } from '../../game-links/store.ts'
import { linksView } from '../../game-links/views.ts'
import { findAccount, seesInFull } from '../authority.ts'
import type { User } from '../schemas.ts'
import { userView } from '../views.ts'

/** Reads a member, with the links to game accounts. @throws ApiError 404 */
export async function getUser(context: Context, reader: Principal, userId: string): Promise<User> {
  const account = await findAccount(context, userId)
  const links = await readLinks(context.pool, account.id)
  return userView(account, linksView(context.config.games, links), { full: seesInFull(reader, account) })
}

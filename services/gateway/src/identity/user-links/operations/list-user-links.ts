import type { Principal } from '@agora/shared/contracts/principal'
import { findAccount, seesInFull } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import type { UserLink } from '../schemas.ts'
import { readUserLinks } from '../store.ts'
import { userLinkView } from '../views.ts'

/** Lists the active links; all but the public ones are for the owner and administrators. @throws ApiError 404 */
export async function listUserLinks(
  context: Context,
  reader: Principal,
  userId: string,
): Promise<UserLink[]> {
  const account = await findAccount(context, userId)
  const rows = await readUserLinks(context.prisma, account.id, { onlyPublic: !seesInFull(reader, account) })
  return rows.map(userLinkView)
}

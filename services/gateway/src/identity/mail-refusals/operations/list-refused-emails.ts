import type { UserPrincipal } from '@agora/shared/contracts/principal'
import { accessOwnAccount } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import type { RefusedEmail } from '../schemas.ts'
import { readRefused } from '../store.ts'

/** The addresses of a member that get no digests. @throws ApiError 403, 404 */
export async function listRefusedEmails(
  context: Context,
  actor: UserPrincipal,
  userId: string,
): Promise<RefusedEmail[]> {
  const rows = await readRefused(context.pool, await accessOwnAccount(context, actor, userId))
  return rows.map(({ email, refusedAt, refusal }) => ({
    email,
    time: refusedAt.toISOString(),
    answer: refusal,
  }))
}

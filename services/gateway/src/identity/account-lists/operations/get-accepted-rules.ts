import { findAccount } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import type { AcceptedRules } from '../schemas.ts'
import { readAcceptedRules } from '../store.ts'

/** The rules that a member accepted, as they were worded then. For administrators. @throws ApiError 404 */
export async function getAcceptedRules(context: Context, userId: string): Promise<AcceptedRules> {
  const { id } = await findAccount(context, userId)
  const row = await readAcceptedRules(context.pool, id)
  if (!row) return { rules: null }
  const { locale, writtenAt, acceptedAt, wording } = row
  const [written_at, accepted_at] = [writtenAt.toISOString(), acceptedAt.toISOString()]
  return { rules: { locale, written_at, accepted_at, wording } }
}

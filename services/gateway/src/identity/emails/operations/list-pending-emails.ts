import type { PendingEmails } from '@agora/shared/contracts/internal-pages'
import type { Context } from '../../context.ts'
import type { AskedFor } from '../../credentials/asked-for.ts'
import { readPendingEmails } from '../store.ts'

/** The addresses that the caller of a page has still to confirm, the newest first. */
export async function listPendingEmails({ pool }: Context, { accountId }: AskedFor): Promise<PendingEmails> {
  const pending = await readPendingEmails(pool, accountId)
  return pending.map(({ email, until }) => ({ email, until: until?.toISOString() ?? null }))
}

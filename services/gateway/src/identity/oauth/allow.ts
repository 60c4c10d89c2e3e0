import type { Queries, Transaction } from '@agora/shared/database/sql'
import type { Context } from '../context.ts'
import type { AskedFor } from '../credentials/asked-for.ts'
import { isRecent, judgeRecent } from '../credentials/store-recent.ts'
import { tellAccountChanged } from '../mail-tokens/account-changed.ts'
import type { GrantScope } from './scopes.ts'
import { insertGrant, type OauthClientRow, readUsername } from './store.ts'

/** It carries the member's roles to where their session does not reach. */
const isPower = (scopes: readonly GrantScope[]) => scopes.includes('forum:moderate')
/** More than to know who somebody is. */
const reachesTheForum = (scopes: readonly GrantScope[]) => scopes.some((scope) => scope.startsWith('forum:'))

/** Whether the member has to show once more who they are before they may allow this. */
export const needsConfirmation = async (
  db: Queries,
  { proof }: AskedFor,
  scopes: readonly GrantScope[],
): Promise<boolean> => isPower(scopes) && !(await isRecent(db, proof))

/**
 * Allows a client what the member of a session agreed to; returns the grant's id, undefined if the session has ended. All
 * their addresses are told of an application that comes to act in the forum for them.
 *
 * @throws ApiError 403 without a recent sign-in, where it is asked for the member's roles
 */
export async function allowClient(
  context: Context,
  tx: Transaction,
  session: AskedFor,
  client: Pick<OauthClientRow, 'id' | 'displayName'>,
  scopes: readonly GrantScope[],
): Promise<string | undefined> {
  const { accountId, sessionId, proof } = session
  const grant = await insertGrant(tx, { clientId: client.id, scopes, accountId, sessionId })
  if (!grant) return undefined
  if (isPower(scopes)) await judgeRecent(tx, proof)
  if (grant.isNew && reachesTheForum(scopes)) {
    const account = { id: accountId, username: await readUsername(tx, accountId) }
    const changed = { change: 'ApplicationAllowed', what: client.displayName } as const
    await tellAccountChanged(context, tx, null, account, changed)
  }
  return grant.id
}

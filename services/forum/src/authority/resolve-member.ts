import type { KnownUser } from '@agora/shared/users/known-users'
import type { Context } from '../context.ts'
import type { MemberReference } from '../resources/schemas.ts'
import type { Actor } from './actor.ts'
import { globalRoles } from './authority.ts'

/**
 * The account that a reference names; undefined if there is none. By email for Administrators only: to anyone else the
 * answer would reveal who has an account.
 *
 * @throws ApiError 503 if the gateway had to be asked and did not answer
 */
export async function resolveMember(
  { users }: Pick<Context, 'users'>,
  actor: Actor,
  reference: MemberReference,
): Promise<KnownUser | undefined> {
  if ('id' in reference) return users.resolve({ id: reference.id }, actor.traceparent)
  if ('username' in reference) return users.resolve({ username: reference.username }, actor.traceparent)
  if (globalRoles(actor)[0] !== 'Administrator') return undefined
  return users.resolve({ email: reference.email }, actor.traceparent)
}

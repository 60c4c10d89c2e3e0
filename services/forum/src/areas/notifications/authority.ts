import type { Caller } from '@agora/shared/contracts/principal'
import { type Actor, loadActor, memberWithRoles } from '../../authority/actor.ts'
import { sectionsClosedTo } from '../../authority/authority.ts'
import { readActorFacts } from '../../authority/store.ts'
import type { Context } from '../../context.ts'
import type { Recipient } from './sql.ts'

/**
 * A member whose notifications are mailed, with what they would see of them under a session of theirs. Only the gateway
 * knows who is an administrator; it is asked only if it matters.
 *
 * @throws ApiError 503 if the gateway had to be asked and did not answer
 */
export async function mailedRecipient(
  { config, db, users }: Pick<Context, 'config' | 'db' | 'users'>,
  userId: string,
): Promise<Recipient> {
  const facts = await readActorFacts(db, userId)
  // Where roles need a second factor, nobody knows here whether the member has one.
  if (config.security.staff_second_factor) facts.roles = []
  const mayBe = facts.closed.length > 0 && !config.security.staff_second_factor
  const isAdministrator = mayBe && (await users.isAdministrator(userId, null))
  const member = memberWithRoles({ id: userId, displayName: '' }, facts, { isAdministrator, traceparent: '' })
  return { userId, closed: sectionsClosedTo(member) }
}

/** The member whose notifications are read or marked, with what they may see of them now. */
export async function accessNotifications(
  context: Pick<Context, 'db'>,
  principal: Caller,
  { id: userId }: { id: string },
): Promise<{ recipient: Recipient; actor: Actor }> {
  const actor = await loadActor(context, principal)
  return { recipient: { userId, closed: sectionsClosedTo(actor) }, actor }
}

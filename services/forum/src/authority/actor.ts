import type { Caller, Principal, UserPrincipal } from '@agora/shared/contracts/principal'
import type { Queries } from '@agora/shared/database/sql'
import { type ActorFacts, type HeldRole, readActorFacts, rememberUser } from './store.ts'

/**
 * What credentials allow in the forum at most: read what anybody reads, read as the user, post as the user without
 * roles, or post and use the roles.
 */
export type ForumCeiling = 'public' | 'read' | 'post' | 'roles'

/** Who acts, resolved once a request: everything that any of its decisions depends on. */
export interface Actor {
  /** Absent for guests and clients. */
  readonly user?: { readonly id: string; readonly displayName: string }
  readonly ceiling: ForumCeiling
  readonly roles: readonly HeldRole[]
  /** Sections of the mutes in force; null is the whole forum. */
  readonly mutes: readonly (string | null)[]
  /** What the acts of this actor set off goes on with. */
  readonly traceparent: string
}

export type Member = Actor & Required<Pick<Actor, 'user'>>

const nothingHeld = Object.freeze({ ceiling: 'public', roles: [], mutes: [] } as const)

/** The ceiling of the contract's Authentication section. */
export function forumCeiling(principal: Principal): ForumCeiling {
  if (principal.kind !== 'user') return 'public'
  const { ceiling } = principal
  if (ceiling === 'full' || ceiling.includes('forum:moderate')) return 'roles'
  if (ceiling.includes('forum:write')) return 'post'
  return ceiling.includes('forum:read') ? 'read' : 'public'
}

/** Whether what the forum holds of this member is told: what is new to them, their own reports, sanctions and sources. */
export function readsAsMember(principal: Principal): principal is Principal & UserPrincipal {
  return principal.kind === 'user' && forumCeiling(principal) !== 'public'
}

export function isMember(actor: Actor): actor is Member {
  return actor.user !== undefined
}

/** The id to load a member's facts by; null for anybody else. */
export function actingUser(principal: Principal): string | null {
  return principal.kind === 'user' ? principal.id : null
}

/** One query for a member, none for anybody else. */
export async function loadActor(context: { readonly db: Queries }, principal: Caller): Promise<Actor> {
  const userId = actingUser(principal)
  return actorFrom(context, principal, userId === null ? null : await readActorFacts(context.db, userId))
}

/**
 * The actor, from facts that came along with something else (null for whoever is no member). Makes the member known
 * to the forum where the events have not yet.
 */
export async function actorFrom(
  { db }: { readonly db: Queries },
  principal: Caller,
  facts: ActorFacts | null,
): Promise<Actor> {
  const { traceparent } = principal
  if (principal.kind !== 'user' || facts === null) return { ...nothingHeld, traceparent }
  const { id, displayName, createdAt, isAdministrator } = principal
  const { roles, mutes, knownName } = facts
  if (knownName !== displayName) await rememberUser(db, { id, displayName, createdAt })
  const administrator = isAdministrator && principal.ceiling === 'full'
  return {
    user: { id, displayName },
    ceiling: forumCeiling(principal),
    roles: administrator ? [{ role: 'Administrator', sectionId: null }, ...roles] : roles,
    mutes,
    traceparent,
  }
}

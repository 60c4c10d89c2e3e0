import type { Caller, Principal, UserPrincipal } from '@agora/shared/contracts/principal'
import type { Queries } from '@agora/shared/database/sql'
import { noteRoleHolder } from '@agora/shared/errors/challenges'
import { type ActorFacts, type HeldRole, readActorFacts, rememberUser } from './store.ts'

/**
 * The most that credentials allow in the forum: read as a guest, read as the user, post as the user without roles, or
 * post and use the roles.
 */
type ForumCeiling = 'public' | 'read' | 'post' | 'roles'

/** The actor, resolved once per request: everything that decisions about them depend on. */
export interface Actor {
  /** Absent for guests and clients. */
  readonly user?: { readonly id: string; readonly displayName: string }
  readonly ceiling: ForumCeiling
  readonly roles: readonly HeldRole[]
  /** Sections with a mute in force; null stands for the whole forum. */
  readonly mutes: readonly (string | null)[]
  /** Sections where only others may write, and its moderators. */
  readonly barred: readonly string[]
  /** Sections where nobody may write any more. */
  readonly archived: readonly string[]
  /** Sections that only others may read, and its moderators. */
  readonly closed: readonly string[]
  /** Whether a section that not everybody may read is open to the actor, roles aside. */
  readonly readsClosed: boolean
  /** The trace context for what this actor's acts trigger. */
  readonly traceparent: string
}

export type Member = Actor & Required<Pick<Actor, 'user'>>

const nothingHeld = Object.freeze({
  ceiling: 'public',
  roles: [],
  mutes: [],
  barred: [],
  archived: [],
  readsClosed: false,
} as const)

/** The ceiling of the contract's Authentication section; without roles where they are withheld for lack of a second factor. */
export function forumCeiling(principal: Principal): ForumCeiling {
  if (principal.kind !== 'user') return 'public'
  const { ceiling, withheld } = principal
  if (ceiling === 'full' || ceiling.includes('forum:moderate')) return withheld ? 'post' : 'roles'
  if (ceiling.includes('forum:write')) return 'post'
  return ceiling.includes('forum:read') ? 'read' : 'public'
}

/** Whether the caller may read what is the member's own: unread marks, notifications, reports, sanctions and sources. */
export function readsAsMember(principal: Principal): principal is Principal & UserPrincipal {
  return principal.kind === 'user' && forumCeiling(principal) !== 'public'
}

/**
 * Whether sections that are for members, or for a group of theirs, and these groups are open to the caller. A token needs
 * `forum:read`, since others read what a guest reads.
 */
export function readsSectionsOfMembers(principal: Principal): principal is Principal & UserPrincipal {
  if (principal.kind !== 'user') return false
  return principal.ceiling === 'full' || principal.ceiling.includes('forum:read')
}

export function isMember(actor: Actor): actor is Member {
  return actor.user !== undefined
}

/** The id to load a member's facts by; null for other callers. */
export function actingUser(principal: Principal): string | null {
  return principal.kind === 'user' ? principal.id : null
}

export async function loadActor(context: { readonly db: Queries }, principal: Caller): Promise<Actor> {
  return actorFrom(context, principal, await readActorFacts(context.db, actingUser(principal)))
}

/** A member as under a session of theirs, where no credentials are at hand. Mutes do not count. */
export function memberWithRoles(
  user: Member['user'],
  { roles, closed }: ActorFacts,
  { isAdministrator, traceparent }: { isAdministrator: boolean; traceparent: string },
): Member {
  return {
    user,
    ceiling: 'roles',
    roles: isAdministrator ? [{ role: 'Administrator', sectionId: null }, ...roles] : roles,
    mutes: [],
    barred: [],
    archived: [],
    closed: closed.flatMap(({ id, admits }) => (admits ? [] : [id])),
    readsClosed: closed.some(({ admits }) => admits),
    traceparent,
  }
}

/** The actor, from facts loaded with something else. Stores a member whom the events have not announced yet. */
export async function actorFrom(
  { db }: { readonly db: Queries },
  principal: Caller,
  facts: ActorFacts,
): Promise<Actor> {
  const { traceparent } = principal
  const asMember = readsSectionsOfMembers(principal)
  const closed = facts.closed.flatMap(({ id, admits }) => (admits && asMember ? [] : [id]))
  if (principal.kind !== 'user') return { traceparent, closed, ...nothingHeld }
  const { id, displayName, createdAt, isAdministrator } = principal
  const { roles, mutes, barred, archived, knownName } = facts
  if (roles.length > 0) noteRoleHolder(principal)
  if (knownName !== displayName) await rememberUser(db, { id, displayName, createdAt })
  const administrator = isAdministrator && principal.ceiling === 'full'
  return {
    user: { id, displayName },
    ceiling: forumCeiling(principal),
    roles: administrator ? [{ role: 'Administrator', sectionId: null }, ...roles] : roles,
    mutes,
    barred,
    archived,
    closed,
    readsClosed: closed.length < facts.closed.length,
    traceparent,
  }
}

import { type Role, roles as strongestFirst } from '@agora/shared/contracts/roles'
import { type Actor, isMember } from './actor.ts'

/** What an actor may do in one section. Every `self` flag and every decision on a write derives from it. */
export interface Authority {
  /** The roles held here, under the ceiling of the credentials, strongest first. */
  readonly roles: readonly Role[]
  /** The strongest of them. */
  readonly role: Role | undefined
  /** Whether the section exists to the actor. */
  readonly canRead: boolean
  /** Open threads, reply, edit one's own posts. */
  readonly canWrite: boolean
  readonly canReport: boolean
  /** Lock, pin, rename, move, delete and restore threads, rewrite and hide posts, read sources, reports and the log. */
  readonly canModerate: boolean
  /** Grant and revoke the Moderator role. */
  readonly canAppoint: boolean
}

/** The authority of an actor in a section: the contract's Authentication section, as one pure function. */
export function authorityIn(actor: Actor, sectionId: string): Authority {
  const held = rolesIn(actor, sectionId)
  const canRead = held.length > 0 || !actor.closed.includes(sectionId)
  const canReport = canRead && isMember(actor) && (actor.ceiling === 'post' || actor.ceiling === 'roles')
  return {
    roles: held,
    role: held[0],
    canRead,
    canWrite:
      canReport &&
      !actor.archived.includes(sectionId) &&
      !actor.mutes.some((scope) => scope === null || scope === sectionId) &&
      (held.length > 0 || !actor.barred.includes(sectionId)),
    canReport,
    canModerate: held.length > 0,
    canAppoint: held[0] === 'Administrator' || held[0] === 'GlobalModerator',
  }
}

/** The sections that do not exist to the actor. */
export function sectionsClosedTo(actor: Actor): string[] {
  return actor.closed.filter((id) => !authorityIn(actor, id).canRead)
}

/** The roles that hold everywhere: all but Moderator. */
export function globalRoles(actor: Actor): readonly Role[] {
  return rolesIn(actor, null)
}

/** Whether the actor moderates at least one section. */
export function moderatesAnything(actor: Actor): boolean {
  return actor.ceiling === 'roles' && actor.roles.length > 0
}

/** The sections that the actor moderates; null for all. */
export function moderatedSections(actor: Actor): string[] | null {
  if (globalRoles(actor).length > 0) return null
  if (actor.ceiling !== 'roles') return []
  return actor.roles.flatMap(({ sectionId }) => sectionId ?? [])
}

/** Whether the actor may grant and revoke the role. */
export function canGrant(actor: Actor, role: Role): boolean {
  const [strongest] = globalRoles(actor)
  return strongest === 'Administrator' || (strongest === 'GlobalModerator' && role === 'Moderator')
}

function rolesIn(actor: Actor, sectionId: string | null): Role[] {
  if (actor.ceiling !== 'roles') return []
  const here = actor.roles.filter((held) => held.sectionId === null || held.sectionId === sectionId)
  return strongestFirst.filter((role) => here.some((held) => held.role === role))
}

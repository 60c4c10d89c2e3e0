import type { Caller } from '@agora/shared/contracts/principal'
import { siteRoles } from '@agora/shared/contracts/roles'
import type { Queries, Transaction } from '@agora/shared/database/sql'
import { ApiError, type ErrorDefinition } from '@agora/shared/errors/catalogue'
import { canSeeThread, postAbilities, threadAbilities } from '../../authority/abilities.ts'
import { type Actor, isMember, type Member, memberWithRoles } from '../../authority/actor.ts'
import { authorityIn } from '../../authority/authority.ts'
import { resolveMember } from '../../authority/resolve-member.ts'
import { readActorFacts } from '../../authority/store.ts'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { requireId, requireReference } from '../../resources/references.ts'
import type { MemberReference } from '../../resources/schemas.ts'
import { accessAsModerator, judgeView } from '../moderation/authority.ts'
import type { ReportRow } from './sql.ts'
import { findReport, type ReportState, readReport } from './store.ts'
import { findTarget, type Target, type TargetReference } from './store-target.ts'

/**
 * Parses the path of a new report's target.
 *
 * @throws ApiError reportTargetNotFound
 */
export function targetReference(kind: TargetReference['kind'], ref: string): TargetReference {
  const notFound = errors.reportTargetNotFound
  if (kind === 'thread') return { kind, ...requireReference(ref, notFound) }
  return { kind, by: 'id', value: requireId(ref, notFound) }
}

/**
 * Loads the content to be reported and holds it in place until the transaction ends.
 *
 * @throws ApiError reportTargetNotFound, cannotReport
 */
export async function accessTarget(
  tx: Transaction,
  actor: Actor,
  reference: TargetReference,
): Promise<{ target: Target; reporter: Member }> {
  const target = await findTarget(tx, reference, { lock: isMember(actor) })
  if (!target) throw new ApiError(errors.reportTargetNotFound)
  const authority = authorityIn(actor, target.sectionId)
  if (!canSeeThread(authority, { isDeleted: target.threadIsDeleted })) {
    throw new ApiError(errors.reportTargetNotFound)
  }
  const { can_report: permitted } =
    target.postId === null
      ? threadAbilities(actor, authority, { ...target, isDeleted: target.threadIsDeleted, is_locked: false })
      : postAbilities(actor, authority, { ...target, isModerated: false, isLast: false })
  if (!permitted || !isMember(actor)) throw new ApiError(errors.cannotReport)
  return { target, reporter: actor }
}

/**
 * Authorizes reading a section's queue, as one of its moderators, or the whole site's (null), as an Administrator or a
 * GlobalModerator.
 *
 * @throws ApiError cannotReadReportQueue, sectionNotFound
 */
export async function accessQueue(
  context: Context,
  principal: Caller,
  sectionId: string | null,
): Promise<void> {
  const refusal = errors.cannotReadReportQueue
  const moderator = await accessAsModerator(context, principal, refusal)
  await judgeView(context, moderator, sectionId, { siteRoles, refusal })
}

/**
 * A report, for the moderators of its section. Callers who moderate nothing learn nothing about any id.
 *
 * @throws ApiError cannotReadReport, reportNotFound (also when its target is gone)
 */
export async function accessReport(context: Context, principal: Caller, id: string): Promise<ReportRow> {
  const actor = await accessAsModerator(context, principal, errors.cannotReadReport)
  const report = await readReport(context.db, requireId(id, errors.reportNotFound))
  if (!report) throw new ApiError(errors.reportNotFound)
  judge(actor, report.sectionId, errors.cannotReadReport)
  if (report.context === null) throw new ApiError(errors.reportNotFound)
  return report
}

/** A report where the actor may not even read does not exist. */
function judge(actor: Actor, sectionId: string, refusal: ErrorDefinition): void {
  const authority = authorityIn(actor, sectionId)
  if (!authority.canModerate) throw new ApiError(authority.canRead ? refusal : errors.reportNotFound)
}

/** `findReport`, or `lockReport` in a transaction that will change it. */
type Find<Db> = (db: Db, id: string) => Promise<ReportState | undefined>

/**
 * A report, resolved or not, for callers who may resolve it.
 *
 * @throws ApiError reportNotFound, cannotResolveReport, reportTargetNotFound
 */
export async function accessResolvable<Db extends Queries>(
  db: Db,
  actor: Member,
  id: string,
  find: Find<Db>,
): Promise<ReportState> {
  const report = await find(db, requireId(id, errors.reportNotFound))
  if (!report) throw new ApiError(errors.reportNotFound)
  judge(actor, report.sectionId, errors.cannotResolveReport)
  if (!report.targetExists) throw new ApiError(errors.reportTargetNotFound)
  return report
}

/**
 * A report whose assignment and notes the caller may read: whoever may resolve it.
 *
 * @throws ApiError cannotResolveReport, reportNotFound, reportTargetNotFound
 */
export async function accessWork(context: Context, principal: Caller, id: string): Promise<ReportState> {
  const moderator = await accessAsModerator(context, principal, errors.cannotResolveReport)
  return accessResolvable(context.db, moderator, id, findReport)
}

/**
 * A pending report, for callers who may resolve it.
 *
 * @throws ApiError reportNotFound, cannotResolveReport, reportTargetNotFound, reportAlreadyResolved
 */
export async function accessPending<Db extends Queries>(
  db: Db,
  actor: Member,
  id: string,
  find: Find<Db>,
): Promise<ReportState> {
  const report = await accessResolvable(db, actor, id, find)
  if (report.status !== 'Pending') throw new ApiError(errors.reportAlreadyResolved)
  return report
}

/**
 * The member whom a reference names, with the roles they would have under a session. Only the gateway knows who is an
 * administrator; it is asked only if nothing else gives the right in the section.
 *
 * @throws ApiError assigneeNotFound, 503 if the gateway had to be asked and did not answer
 */
export async function loadAssignee(
  context: Context,
  actor: Member,
  reference: MemberReference,
  sectionId: string,
): Promise<Member> {
  const { db, users } = context
  const { traceparent } = actor
  const user = await resolveMember(context, actor, reference)
  if (!user) throw new ApiError(errors.assigneeNotFound)
  if (user.id === actor.user.id) return actor
  const facts = await readActorFacts(db, user.id)
  const assignee = memberWithRoles(user, facts, { isAdministrator: false, traceparent })
  if (authorityIn(assignee, sectionId).canModerate) return assignee
  const isAdministrator = await users.isAdministrator(user.id, traceparent)
  return memberWithRoles(user, facts, { isAdministrator, traceparent })
}

import { clampPage } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessAsModerator, judgeView } from '../authority.ts'
import type { LogQuery, ModerationLog } from '../schemas.ts'
import { readLog } from '../store.ts'
import { viewEntry } from '../views.ts'

/**
 * Reads the log of a section, for its moderators, or of the whole site, for Administrators.
 *
 * @throws ApiError cannotReadModerationLog, sectionNotFound
 */
export async function listModerationLog(
  context: Context,
  principal: Caller,
  query: LogQuery,
): Promise<ModerationLog> {
  const refusal = errors.cannotReadModerationLog
  const moderator = await accessAsModerator(context, principal, refusal)
  const sectionId = query.section ?? null
  await judgeView(context, moderator, sectionId, { siteRoles: ['Administrator'], refusal })
  const page = clampPage(query)
  const filter = { sectionId, actorId: query.actor ?? null }
  const { count, entries } = await readLog(context.db, filter, page)
  return { count, items: entries.map(viewEntry), ...page }
}

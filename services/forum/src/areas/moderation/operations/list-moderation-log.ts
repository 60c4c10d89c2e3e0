import { clampPage } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import { moderatedSections, sectionsClosedTo } from '../../../authority/authority.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessAsModerator, judgeView } from '../authority.ts'
import type { LogQuery, ModerationLog } from '../schemas.ts'
import type { AboutRow, LogRow } from '../sql.ts'
import { readAbout, readLog } from '../store.ts'
import { viewEntry } from '../views.ts'

/**
 * Reads the log of a section, for its moderators, of all sections that the caller moderates, or of the whole site, for
 * Administrators.
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
  if (sectionId !== null || query.of === undefined)
    await judgeView(context, moderator, sectionId, { siteRoles: ['Administrator'], refusal })
  const page = clampPage(query)
  const place = sectionId ?? (query.of ? (moderatedSections(moderator) ?? 'sections') : null)
  const filter = { place, actorId: query.actor ?? null, targetUserId: query.target_user ?? null }
  const { count, entries } = await readLog(context.db, filter, page)
  const closed = sectionsClosedTo(moderator)
  const about = query.include ? await aboutOf(context, entries, closed) : undefined
  return { count, items: entries.map((entry) => viewEntry(entry, closed, about?.get(entry.id))), ...page }
}

async function aboutOf(
  { db }: Context,
  entries: readonly LogRow[],
  closed: readonly string[],
): Promise<Map<string, AboutRow>> {
  const ids = entries.map(({ id }) => id)
  const rows = await readAbout(db, ids, closed)
  return new Map(rows.map((row) => [row.id, row]))
}

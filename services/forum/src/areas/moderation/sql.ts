import type { ModerationAction } from '@agora/shared/contracts/events/moderation'
import { textSql } from '../../bodies/large-texts.ts'
import type { ReportReason } from '../../generated/prisma/enums.ts'
import { boundedCountSql } from '../../resources/sql.ts'
import { SITE } from '../../tallies/sql.ts'

/** An entry of the log with the names it mentions, in JSON. */
export interface LogRow {
  id: string
  ctime: string
  actorId: string
  actorName: string | null
  action: ModerationAction
  sectionId: string | null
  threadId: string | null
  postId: string | null
  targetUserId: string | null
  targetUserName: string | null
  comment: string | null
  data: Record<string, unknown>
}

export interface LogFilter {
  /** Where it was done: in one section, in some, in any (`sections`), or there and for the whole site (null). */
  place: string | readonly string[] | 'sections' | null
  actorId: string | null
  targetUserId: string | null
}

const NEWEST_FIRST = 'ORDER BY ctime DESC, id DESC'

/** The shape of the place, and what its parameter selects. */
function placeOf(place: LogFilter['place']): { name: string; where: string } {
  if (place === null) return { name: 'all', where: '$1::uuid IS NULL' }
  if (place === 'sections') return { name: 'sections', where: '$1::uuid IS NULL AND section_id IS NOT NULL' }
  if (typeof place === 'string') return { name: 'section', where: 'section_id = $1::uuid' }
  return { name: 'some', where: 'section_id = ANY($1::uuid[])' }
}

/** The value of the parameter for the place. */
export const placeValue = (place: LogFilter['place']) => (place === 'sections' ? null : place)

/** The newest entries of each of several sections, since no index has them together in order; or what concerns a member. */
function entriesSql({ place, targetUserId }: LogFilter, where: string, byActor: string): string {
  const page = `${NEWEST_FIRST} OFFSET $4::bigint LIMIT $5::bigint`
  if (!Array.isArray(place) || targetUserId !== null)
    return `SELECT * FROM moderation_entry WHERE ${where} ${page}`
  return `
      SELECT newest.* FROM unnest($1::uuid[]) AS place (id) CROSS JOIN LATERAL (
        SELECT * FROM moderation_entry AS e WHERE e.section_id = place.id AND ${byActor} AND $3::uuid IS NULL
        ${NEWEST_FIRST} LIMIT $4::bigint + $5::bigint
      ) AS newest ${page}`
}

/** One member's entries are counted up to a limit; the others are tallied. */
function countSql({ targetUserId }: LogFilter, where: string, wherePlace: string): string {
  if (targetUserId !== null) return boundedCountSql(`FROM moderation_entry WHERE ${where}`)
  const tallied = wherePlace.replace('IS NOT NULL', `<> '${SITE}'`)
  return `(
      SELECT coalesce(sum(count), 0)::int FROM tally
      WHERE listing = 'ModerationEntry' AND ${tallied} AND ($2::text IS NULL OR part = $2::text)
    )`
}

/**
 * The log query; its parameters are the place, actor, member concerned, offset and limit. Each set of filters has its
 * own text, so that each is planned for its own index.
 */
export function logSql(filter: LogFilter): { name: string; text: string } {
  const place = placeOf(filter.place)
  const byActor = filter.actorId === null ? '$2::text IS NULL' : 'actor_id = $2::text::uuid'
  const byTarget = filter.targetUserId === null ? '$3::uuid IS NULL' : 'target_user_id = $3::uuid'
  const where = `${place.where} AND ${byActor} AND ${byTarget}`
  return {
    name: `moderation-log-${place.name}-${filter.actorId === null ? 'all' : 'actor'}-${filter.targetUserId === null ? 'all' : 'target'}`,
    text: `
      SELECT ${countSql(filter, where, place.where)} AS count,
        array_to_json(ARRAY(
          SELECT row_to_json(entry) FROM (
            SELECT e.id, e.ctime, e.actor_id AS "actorId", a.display_name AS "actorName", e.action,
              e.section_id AS "sectionId", e.thread_id AS "threadId", e.post_id AS "postId",
              e.target_user_id AS "targetUserId", u.display_name AS "targetUserName",
              ${textSql('moderation_entry.comment', 'e')} AS comment, e.data
            FROM (${entriesSql(filter, where, byActor)}) AS e
            LEFT JOIN known_user AS a ON a.id = e.actor_id LEFT JOIN known_user AS u ON u.id = e.target_user_id
            ORDER BY e.ctime DESC, e.id DESC
          ) AS entry
        )) AS entries`,
  }
}

/** What entries are about, as it reads now. */
export interface AboutRow {
  id: string
  threadTitle: string | null
  sanctionReason: string | null
  reportReason: ReportReason | null
}

/** What these entries are about; a deleted thread is named where those who read the entry may restore it. */
export const ABOUT = {
  name: 'moderation-log-about',
  text: `
    SELECT e.id, t.title AS "threadTitle", ${textSql('sanction.reason', 's')} AS "sanctionReason",
      f.reason AS "reportReason"
    FROM moderation_entry AS e
    LEFT JOIN thread AS t ON t.id = e.thread_id AND (NOT t.is_deleted OR t.section_id = e.section_id)
      AND t.section_id <> ALL ($2::uuid[])
    LEFT JOIN sanction AS s ON s.id = (e.data ->> 'sanction')::uuid
    LEFT JOIN report AS f ON f.id = (e.data ->> 'report')::uuid
    WHERE e.id = ANY($1::uuid[])`,
}

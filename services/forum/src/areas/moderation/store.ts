import type { ModerationAction } from '@agora/shared/contracts/events/moderation'
import type { Page } from '@agora/shared/contracts/pagination'
import type pg from 'pg'
import { tallySql } from '../../tallies.ts'

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
  sectionId: string | null
  actorId: string | null
}

/** One text for each set of filters, so that each is planned on the index of its own. */
const list = ({ sectionId, actorId }: LogFilter) => `
  SELECT ${tallySql('ModerationEntry', '$1', '$2')} AS count,
    ARRAY(
      SELECT row_to_json(entry) FROM (
        SELECT e.id, e.ctime, e.actor_id AS "actorId", a.display_name AS "actorName", e.action,
          e.section_id AS "sectionId", e.thread_id AS "threadId", e.post_id AS "postId",
          e.target_user_id AS "targetUserId", u.display_name AS "targetUserName", e.comment, e.data
        FROM (
          SELECT * FROM moderation_entry
          WHERE ${sectionId === null ? '$1::uuid IS NULL' : 'section_id = $1'}
            AND ${actorId === null ? '$2::uuid IS NULL' : 'actor_id = $2::uuid'}
          ORDER BY ctime DESC, id DESC OFFSET $3::bigint LIMIT $4::bigint
        ) AS e
        LEFT JOIN known_user AS a ON a.id = e.actor_id LEFT JOIN known_user AS u ON u.id = e.target_user_id
        ORDER BY e.ctime DESC, e.id DESC
      ) AS entry
    ) AS entries`

/** A page of the moderation log, newest first, and how many entries pass the filter. */
export async function readLog(
  pool: pg.Pool,
  filter: LogFilter,
  { offset, limit }: Page,
): Promise<{ count: number; entries: LogRow[] }> {
  const { rows } = await pool.query({
    name: `moderation-log-${filter.sectionId === null ? 'all' : 'section'}-${filter.actorId === null ? 'all' : 'actor'}`,
    text: list(filter),
    values: [filter.sectionId, filter.actorId, offset, limit],
  })
  return rows[0]
}

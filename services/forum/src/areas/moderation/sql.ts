import type { ModerationAction } from '@agora/shared/contracts/events/moderation'
import { textSql } from '../../large-texts.ts'
import { tallySql } from '../../tallies/sql.ts'

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
  sectionId: string | null
  actorId: string | null
}

/**
 * The log query; its parameters are section, actor, offset and limit. Each set of filters has its own text, so that
 * each is planned for its own index.
 */
export function logSql({ sectionId, actorId }: LogFilter): { name: string; text: string } {
  const bySection = sectionId === null ? '$1::uuid IS NULL' : 'section_id = $1'
  const byActor = actorId === null ? '$2::text IS NULL' : 'actor_id = $2::text::uuid'
  return {
    name: `moderation-log-${sectionId === null ? 'all' : 'section'}-${actorId === null ? 'all' : 'actor'}`,
    text: `
      SELECT ${tallySql('ModerationEntry', '$1', '$2')} AS count,
        array_to_json(ARRAY(
          SELECT row_to_json(entry) FROM (
            SELECT e.id, e.ctime, e.actor_id AS "actorId", a.display_name AS "actorName", e.action,
              e.section_id AS "sectionId", e.thread_id AS "threadId", e.post_id AS "postId",
              e.target_user_id AS "targetUserId", u.display_name AS "targetUserName",
              ${textSql('moderation_entry.comment', 'e')} AS comment, e.data
            FROM (
              SELECT * FROM moderation_entry WHERE ${bySection} AND ${byActor}
              ORDER BY ctime DESC, id DESC OFFSET $3::bigint LIMIT $4::bigint
            ) AS e
            LEFT JOIN known_user AS a ON a.id = e.actor_id LEFT JOIN known_user AS u ON u.id = e.target_user_id
            ORDER BY e.ctime DESC, e.id DESC
          ) AS entry
        )) AS entries`,
  }
}

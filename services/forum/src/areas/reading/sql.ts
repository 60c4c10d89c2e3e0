/** `unread_threads` stops counting here. */
export const UNREAD_LIMIT = 1_000
/** How many of a section's threads, the latest first, are looked at for unread ones: bounds what a read section costs. */
const LOOK_LIMIT = 2_000

/** Who reads, as two parameters: `userId` (null for a guest or a client) and `since`, the account's creation. */
export interface Reader {
  userId: string | null
  since: string | null
}

/** The common table expression `reader (id, floor)`: nothing older than the floor is unread to the member. */
export const readerSql = (userId: string, since: string) => `reader AS MATERIALIZED (
    SELECT ${userId}::uuid AS id,
      greatest(${since}::timestamptz, (SELECT floor FROM read_floor WHERE user_id = ${userId}::uuid)) AS floor
  )`

/** When anybody but the reader last posted in the thread aliased `t`. */
const NEWS = `CASE WHEN t.last_post_author_id = reader.id THEN t.last_other_post_at ELSE t.last_post_at END`

/** Whether the thread aliased `t` has something unread; false for a guest. Needs `reader` in the FROM list. */
export const isUnreadSql = `coalesce(
    ${NEWS} > greatest(
      reader.floor,
      (SELECT read_at FROM read_mark AS m WHERE m.user_id = reader.id AND m.thread_id = t.id)
    ), false)`

/** The number of unread threads in a section; needs `reader` in the FROM list. Walks the index of the section's page. */
export const unreadThreadsSql = (sectionId: string) => `(
    SELECT count(*)::int FROM (
      SELECT FROM (
        SELECT latest.* FROM (VALUES (true), (false)) AS pin (is_pinned)
        CROSS JOIN LATERAL (
          SELECT t.id, ${NEWS} AS news FROM thread AS t
          WHERE t.section_id = ${sectionId} AND NOT t.is_deleted AND t.is_pinned = pin.is_pinned
            AND t.last_post_at > reader.floor
          ORDER BY t.last_post_at DESC, t.id DESC LIMIT ${LOOK_LIMIT}
        ) AS latest
      ) AS t
      WHERE t.news > greatest(
        reader.floor,
        (SELECT read_at FROM read_mark AS m WHERE m.user_id = reader.id AND m.thread_id = t.id)
      )
      LIMIT ${UNREAD_LIMIT}
    ) AS unread
  )`

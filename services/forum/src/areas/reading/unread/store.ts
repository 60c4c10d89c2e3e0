import type { Queries } from '@agora/shared/database/sql'
import {
  activitySql,
  isUnreadSql,
  type Reader,
  readerSql,
  readingChangesSql,
  unreadThreadsSql,
} from './sql.ts'

export const isUnread = async (db: Queries, reader: Reader, threadId: string): Promise<boolean> =>
  (await db.maybeScalar<boolean>({
    name: 'is-unread',
    text: `
      WITH ${readerSql('$1', '$2')}
      SELECT ${isUnreadSql} AS "isUnread" FROM thread AS t, reader WHERE t.id = $3`,
    values: [reader.userId, reader.since, threadId],
  })) ?? false

interface CountedUnread {
  id: string
  activity: number
  readingChanges: number
  count: number
}

const COUNT_UNREAD = `
  WITH ${readerSql('$1', '$2')}
  SELECT s.id, ${activitySql('s.id')} AS activity, ${readingChangesSql('$1')} AS "readingChanges",
    ${unreadThreadsSql('s.id')} AS count
  FROM section AS s, reader WHERE s.id = ANY($3::uuid[])`

/** The unread threads of sections, each with the counters at which they were counted. */
export const countUnread = (db: Queries, reader: Reader, sectionIds: readonly string[]) =>
  db.all<CountedUnread>({
    name: 'count-unread',
    text: COUNT_UNREAD,
    values: [reader.userId, reader.since, sectionIds],
  })

import { raw, sql } from '@agora/shared/database/sql'
import { type ExportPart, FIRST, LINES, rowsOf } from '@agora/shared/exports/parts'
import { mayReadSql } from '../authority/store.ts'

/** The limit of a page's body bytes after its first body. */
const BODIES = 1024 * 1024

const ofTable = (file: string, table: string, owner: string, columns: readonly string[]): ExportPart =>
  rowsOf(file, { table, owner, columns })

/** The part made of a table with one row for each member and thing. */
const byThing = (file: string, table: string, thing: string, columns: readonly string[]): ExportPart =>
  rowsOf(file, { table, owner: 'user_id', key: thing, columns: [thing, ...columns] })

const MAY_READ = raw(mayReadSql('s', 'member.id'))

/**
 * Every revision of the member's posts, and the member's own revisions of others' posts; with sources, hidden or not, but for
 * what a revision of somebody else's post left as it was: that is the other's. Where a section is closed to the member by
 * now, the thread has no title and the section no key.
 */
const revisions: ExportPart = {
  file: 'posts',
  lines: (user, after) => sql`
    SELECT id::text AS place, line FROM (
      SELECT r.id, sum(octet_length(coalesce(r.source, ''))) OVER (ORDER BY r.id) - octet_length(coalesce(r.source, ''))
          AS before,
        json_build_object('post', p.id, 'revision', r.id, 'time', r.time, 'position', p.position,
          'source', CASE
            WHEN r.author_id <> ${user} AND NOT ${MAY_READ} THEN NULL
            WHEN p.author_id = ${user} OR r.source IS DISTINCT FROM earlier.source THEN r.source
          END,
          'moderation', CASE WHEN r.author_id = ${user} OR ${MAY_READ} THEN r.moderation END,
          'comment', CASE WHEN r.author_id = ${user} OR ${MAY_READ} THEN r.comment END, 'is_hidden', p.is_hidden,
          'is_own', r.author_id = ${user} AND r.author_kind = 'User',
          'thread', json_build_object('id', t.id, 'title', CASE WHEN ${MAY_READ} THEN t.title END),
          'section', CASE WHEN ${MAY_READ} THEN s.key END) AS line
      FROM (
        SELECT own.id FROM post AS p JOIN revision AS own ON own.post_id = p.id
        WHERE p.author_id = ${user} AND own.id > ${after ?? FIRST.uuid}::uuid
        UNION
        (SELECT id FROM revision
          WHERE author_id = ${user} AND position > 0 AND id > ${after ?? FIRST.uuid}::uuid ORDER BY id LIMIT ${LINES})
        ORDER BY id LIMIT ${LINES}
      ) AS next
      JOIN revision AS r ON r.id = next.id JOIN post AS p ON p.id = r.post_id JOIN thread AS t ON t.id = p.thread_id
      JOIN section AS s ON s.id = t.section_id CROSS JOIN (SELECT ${user}::uuid AS id) AS member
      LEFT JOIN revision AS earlier ON earlier.post_id = r.post_id AND earlier.position = r.position - 1
    ) AS line WHERE before < ${BODIES} ORDER BY id`,
}

/** Without the titles of those that were moved where the member may not read. */
const threads: ExportPart = {
  file: 'threads',
  lines: (user, after) => sql`
    SELECT t.id::text AS place, json_build_object('id', t.id, 'title', CASE WHEN ${MAY_READ} THEN t.title END,
      'ctime', t.ctime, 'is_deleted', t.is_deleted) AS line
    FROM thread AS t JOIN section AS s ON s.id = t.section_id CROSS JOIN (SELECT ${user}::uuid AS id) AS member
    WHERE t.author_id = ${user}::uuid AND t.id > ${after ?? FIRST.uuid}::uuid
    ORDER BY t.id LIMIT ${LINES}`,
}

/** Without those of what happens where the member may not read. */
const notifications: ExportPart = {
  file: 'notifications',
  lines: (user, after) => sql`
    SELECT n.id::text AS place, json_build_object('id', n.id, 'kind', n.kind, 'time', n.time, 'read_at', n.read_at,
      'section_id', n.section_id, 'thread_id', n.thread_id, 'role', n.role) AS line
    FROM notification AS n LEFT JOIN thread AS t ON t.id = n.thread_id
    LEFT JOIN section AS s ON s.id = coalesce(t.section_id, n.section_id)
    CROSS JOIN (SELECT ${user}::uuid AS id) AS member
    WHERE n.user_id = ${user}::uuid AND n.id > ${after ?? FIRST.uuid}::uuid AND (s.id IS NULL OR ${MAY_READ})
    ORDER BY n.id LIMIT ${LINES}`,
}

const reactions: ExportPart = {
  file: 'reactions',
  lines: (user, after) => sql`
    SELECT post_id::text || key AS place, json_build_object('post', post_id, 'key', key, 'time', time) AS line
    FROM reaction WHERE user_id = ${user}::uuid AND is_given AND post_id::text || key > ${after ?? ''}::text
    ORDER BY post_id::text || key LIMIT ${LINES}`,
}

/**
 * Everything the forum stores about a member: what they say of themselves, wrote, did, follow and were notified of. Of
 * others only ids.
 */
export const exportParts: readonly ExportPart[] = [
  revisions,
  threads,
  ofTable('reports', 'report', 'reporter_id', [
    'id',
    'ctime',
    'thread_id',
    'post_id',
    'reason',
    'body',
    'status',
    'resolved_at',
    'resolution_note',
  ]),
  ofTable('report_notes', 'report_note', 'author_id', ['id', 'time', 'report_id', 'body']),
  ofTable('sanctions', 'sanction', 'user_id', [
    'id',
    'kind',
    'section_id',
    'created_at',
    'expires_at',
    'deleted_at',
    'reason',
  ]),
  ofTable('acts_of_moderation', 'moderation_entry', 'actor_id', [
    'id',
    'ctime',
    'action',
    'section_id',
    'thread_id',
    'post_id',
    'comment',
  ]),
  ofTable('roles', 'role_grant', 'user_id', ['id', 'role', 'section_id', 'start_time']),
  byThing('groups', 'group_member', 'group_id', ['time']),
  notifications,
  reactions,
  ofTable('digests', 'digest', 'user_id', ['id', 'since', 'created_at']),
  byThing('subscriptions', 'subscription', 'target_id', ['level', 'time']),
  byThing('read_marks', 'read_mark', 'thread_id', ['read_at']),
  byThing('read_floor', 'read_floor', 'user_id', ['floor']),
  byThing('profile', 'profile', 'user_id', ['about_source', 'pronouns', 'tagline']),
  byThing('notification_settings', 'notification_setting', 'user_id', ['auto_watch', 'email', 'locale']),
]

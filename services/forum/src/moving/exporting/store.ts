import type { Kind } from '@agora/moving/format/lines'
import type { Role } from '@agora/shared/contracts/roles'
import type { ThreadMarks } from '@agora/shared/contracts/thread-marks'
import { isoTime, sql, type Transaction } from '@agora/shared/database/sql'
import { MARK_COLUMNS } from '../../resources/thread.ts'
import type { MovedSanction } from '../sanction.ts'

const ROWS = 200

/** One snapshot for all reads, and indexes for all orders: nothing that grows with the forum is sorted. */
export async function beginSnapshot(tx: Transaction): Promise<void> {
  await tx.query({ text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY' })
  await tx.query({
    text: 'SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL jit = off',
  })
}

async function* each<Row>(tx: Transaction, cursor: string, query: string): AsyncGenerator<Row, void, void> {
  await tx.query({ text: `DECLARE ${cursor} NO SCROLL CURSOR FOR ${query}` })
  for (;;) {
    const rows = await tx.all({ text: `FETCH ${ROWS} FROM ${cursor}` })
    for (const row of rows) yield row as Awaited<Row>
    if (rows.length < ROWS) break
  }
  await tx.query({ text: `CLOSE ${cursor}` })
}

/** What has a different id here than where it came from: it is exported under that one. */
export const readMoved = (tx: Transaction, source: string) =>
  tx.all<{ id: string; oldId: string }>(sql`
    SELECT id, old_id AS "oldId" FROM imported WHERE source = ${source} AND old_id <> id::text`)

export interface SectionRow {
  id: string
  key: string
  displayName: string
  locale: string | null
  position: number
  parentId: string | null
  ctime: string
  description: string | null
  colour: string | null
  isArchived: boolean
  depth: number
  readers: AudienceRow
  writers: AudienceRow
}

/** Groups by their ids. */
export interface AudienceRow {
  kind: 'Everyone' | 'Members' | 'Groups' | 'Moderators'
  groups: string[]
}

const audienceSql = (act: 'readers' | 'writers', groups: 'section_reader_group' | 'section_writer_group') => `
        json_build_object('kind', ${act}, 'groups', ARRAY(
          SELECT group_id FROM ${groups} WHERE section_id = section.id ORDER BY group_id
        )) AS ${act}`

export interface GroupRow {
  id: string
  key: string
  displayName: string
}

export const readGroups = (tx: Transaction) =>
  tx.all<GroupRow>({
    text: `SELECT id, key, display_name AS "displayName" FROM member_group ORDER BY key COLLATE "C"`,
  })

export interface GroupMemberRow {
  groupId: string
  userId: string
  since: string
}

export const eachGroupMember = (tx: Transaction) =>
  each<GroupMemberRow>(
    tx,
    'group_members',
    `SELECT group_id AS "groupId", user_id AS "userId", ${isoTime('time')} AS since FROM group_member
     ORDER BY group_id, time, user_id`,
  )

export const readSections = (tx: Transaction) =>
  tx.all<SectionRow>({
    text: `
      SELECT id, key, display_name AS "displayName", locale, position, parent_id AS "parentId", ${isoTime('ctime')} AS ctime,
        description, colour, is_archived AS "isArchived",
        jsonb_array_length(ancestors) AS depth,
        ${audienceSql('readers', 'section_reader_group')}, ${audienceSql('writers', 'section_writer_group')}
      FROM section ORDER BY depth, key COLLATE "C"`,
  })

export interface AuthorRow {
  id: string
  displayName: string | null
  createdAt: string | null
}

/** Everyone who wrote anything. */
export const eachAuthor = (tx: Transaction) =>
  each<AuthorRow>(
    tx,
    'authors',
    `SELECT author.id, k.display_name AS "displayName", ${isoTime('k.created_at')} AS "createdAt"
     FROM (SELECT DISTINCT author_id AS id FROM revision) AS author LEFT JOIN known_user AS k ON k.id = author.id
     ORDER BY author.id`,
  )

/** A revision with its post and its thread. */
export interface RevisionRow extends ThreadMarks {
  threadId: string
  key: string | null
  sectionId: string
  title: string
  ctime: string
  threadAuthorId: string
  isDeleted: boolean
  postId: string
  number: number
  time: string
  authorKind: 'User' | 'Role'
  authorId: string
  authorRole: Role | null
  source: string | null
  moderation: string | null
  comment: string | null
}

/** All revisions, thread by thread, in the order of the posts. */
export const eachRevision = (tx: Transaction) =>
  each<RevisionRow>(
    tx,
    'revisions',
    `SELECT t.id AS "threadId", t.key, t.section_id AS "sectionId", t.title, ${isoTime('t.ctime')} AS ctime,
       t.author_id AS "threadAuthorId", ${MARK_COLUMNS}, t.is_deleted AS "isDeleted",
       p.id AS "postId", r.position AS number, ${isoTime('r.time')} AS time, r.author_kind AS "authorKind",
       r.author_id AS "authorId", r.author_role AS "authorRole", r.source, r.moderation, r.comment
     FROM thread AS t JOIN post AS p ON p.thread_id = t.id JOIN revision AS r ON r.post_id = p.id
     ORDER BY t.id, p.position, r.position`,
  )

export interface RoleRow {
  userId: string
  role: Role
  sectionId: string | null
  since: string
  grantedById: string
}

export const readRoles = (tx: Transaction) =>
  tx.all<RoleRow>({
    text: `
      SELECT user_id AS "userId", role, section_id AS "sectionId", ${isoTime('start_time')} AS since,
        granted_by_id AS "grantedById"
      FROM role_grant`,
  })

export const eachSanction = (tx: Transaction) =>
  each<MovedSanction>(
    tx,
    'sanctions',
    `SELECT id, user_id AS "userId", section_id AS "sectionId", kind, ${isoTime('created_at')} AS "createdAt",
       created_by_id AS "createdById", ${isoTime('deleted_at')} AS "deletedAt", deleted_by_id AS "deletedById",
       ${isoTime('expires_at')} AS "expiresAt", reason, internal_note AS "internalNote"
     FROM sanction ORDER BY sanction.created_at, sanction.id`,
  )

export interface AddressRow {
  source: string
  kind: Kind
  oldId: string
  id: string
}

/** Where things here came from, unless it was this software. */
export const eachAddress = (tx: Transaction, source: string) =>
  each<AddressRow>(
    tx,
    'addresses',
    `SELECT source, kind, old_id AS "oldId", id FROM imported AS i
     WHERE source <> '${source}' AND CASE kind
       WHEN 'thread' THEN EXISTS (SELECT FROM thread WHERE thread.id = i.id)
       WHEN 'post' THEN EXISTS (SELECT FROM post WHERE post.id = i.id)
       ELSE true END
     ORDER BY source COLLATE "C", kind, old_id COLLATE "C"`,
  )

import { withMentions } from '@agora/moving/bodies/resolve'
import { type Line, type LineOf, VERSION } from '@agora/moving/format/lines'
import { markNames } from '@agora/shared/contracts/thread-marks'
import type { Database } from '@agora/shared/database/database'
import type { Transaction } from '@agora/shared/database/sql'
import { jsonOf } from '@agora/shared/lines/json-line'
import type { Accounts } from '../companion.ts'
import {
  beginSnapshot,
  eachAddress,
  eachAuthor,
  eachGroupMember,
  eachRevision,
  eachSanction,
  type RevisionRow,
  readGroups,
  readMoved,
  readRoles,
  readSections,
  type SectionRow,
} from './store.ts'

/** The default name under which a forum of this software is imported. */
const OWN_NAME = 'agora'

/** The exported id of something: the one from the forum it originally came from. */
type OriginalId = (id: string) => string

/**
 * A forum as the lines that reproduce it, one by one. Imported into an empty instance they make an equal one, whose
 * export is identical.
 */
export function exportForum(
  db: Database,
  accounts: Accounts,
  write: (lines: AsyncIterable<string>) => Promise<number>,
): Promise<number> {
  return db.transaction(async (tx) => {
    await beginSnapshot(tx)
    return write(textOf(linesOf(tx, accounts)))
  })
}

/** What is said of something: neither null nor false, which lines leave out. */
const said = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== false)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], null | false>
  }

/** What the accounts' side lists, page by page until one is empty. */
async function* listed<Item>(next: () => Promise<Item[]>): AsyncGenerator<Item> {
  for (let page = await next(); page.length > 0; page = await next()) yield* page
}

async function* textOf(lines: AsyncIterable<Line>): AsyncGenerator<string> {
  for await (const line of lines) yield jsonOf(line)
}

async function* linesOf(tx: Transaction, accounts: Accounts): AsyncGenerator<Line> {
  const moved = new Map((await readMoved(tx, OWN_NAME)).map(({ id, oldId }) => [id, oldId]))
  const originalId: OriginalId = (id) => moved.get(id) ?? id
  yield { type: 'forum', version: VERSION }
  for (const { id, key, displayName } of await readGroups(tx))
    yield { type: 'group', id, key, display_name: displayName }
  for (const section of await readSections(tx)) {
    const { id, key, displayName, locale, position, parentId, ctime, description, colour, isArchived } =
      section
    const parent = said({ parent: parentId && originalId(parentId) })
    const about = { display_name: displayName, locale, ...parent, order: position, created_at: ctime }
    const face = said({ description, colour, is_archived: isArchived })
    const access = { ...audienceIn('readers', section), ...audienceIn('writers', section) }
    yield { type: 'section', id: originalId(id), key, ...about, ...face, ...access }
  }
  const members = new Set<string>()
  yield* eachMember(tx, accounts, originalId, members)
  yield* contents(tx, originalId, moved.size > 0)
  yield* acts(tx, accounts, originalId)
  yield* histories(accounts, originalId)
  yield* applications(accounts)
  for await (const { source, kind, oldId, id } of eachAddress(tx, OWN_NAME))
    if (kind !== 'user' || members.has(id))
      yield { type: 'address', source, kind, old_id: oldId, id: originalId(id) }
}

/** Whom a section is for, where not for everyone. */
function audienceIn<Act extends 'readers' | 'writers'>(act: Act, section: SectionRow) {
  const { kind, groups } = section[act]
  if (kind === 'Everyone') return {}
  return { [act]: kind === 'Groups' ? { groups } : kind } as Pick<LineOf<'section'>, Act>
}

/** Members by username, then those of whom only their posts are left. */
async function* eachMember(
  tx: Transaction,
  accounts: Accounts,
  originalId: OriginalId,
  members: Set<string>,
): AsyncGenerator<LineOf<'user'>> {
  for await (const account of listed(async () => (await accounts.ask('nextAccounts', {})).accounts)) {
    const { id, username, display_name, created_at, password_hash, time_zone, emails } = account
    members.add(id)
    const more = said({ created_at, password_hash, time_zone, emails: emails.length > 0 && emails })
    yield { type: 'user', id: originalId(id), username, display_name, ...more }
  }
  for await (const { id, displayName, createdAt } of eachAuthor(tx)) {
    if (members.has(id)) continue
    members.add(id)
    yield { type: 'user', id: originalId(id), ...said({ display_name: displayName, created_at: createdAt }) }
  }
}

async function* contents(
  tx: Transaction,
  originalId: OriginalId,
  isMoved: boolean,
): AsyncGenerator<LineOf<'thread'> | LineOf<'post'> | LineOf<'edit'>> {
  let threadId: string | undefined
  for await (const row of eachRevision(tx)) {
    if (row.threadId !== threadId) yield threadLine(row, originalId)
    threadId = row.threadId
    const body = row.source !== null && isMoved ? withMentions(row.source, originalId) : row.source
    yield row.number === 0 ? postLine(row, body, originalId) : editLine(row, body, originalId)
  }
}

function threadLine(row: RevisionRow, originalId: OriginalId): LineOf<'thread'> {
  const { threadId, key, sectionId, title, threadAuthorId, ctime, isDeleted } = row
  return {
    type: 'thread',
    id: originalId(threadId),
    ...said({ key }),
    section: originalId(sectionId),
    title,
    author: originalId(threadAuthorId),
    created_at: ctime,
    ...Object.fromEntries(markNames.filter((mark) => row[mark]).map((mark) => [mark, true])),
    ...said({ is_deleted: isDeleted }),
  }
}

const remarks = ({ moderation, comment }: RevisionRow) => said({ moderation, comment })
const roleOf = ({ authorRole }: RevisionRow) => said({ author_role: authorRole })

const postLine = (row: RevisionRow, body: string | null, originalId: OriginalId): LineOf<'post'> => ({
  type: 'post',
  id: originalId(row.postId),
  thread: originalId(row.threadId),
  author: originalId(row.authorId),
  ...roleOf(row),
  created_at: row.time,
  body,
  ...remarks(row),
})

const editLine = (row: RevisionRow, body: string | null, originalId: OriginalId): LineOf<'edit'> => ({
  type: 'edit',
  post: originalId(row.postId),
  number: row.number,
  author: originalId(row.authorId),
  ...roleOf(row),
  ...said({ as_role: row.authorKind === 'Role' }),
  time: row.time,
  body,
  ...remarks(row),
})

async function* acts(
  tx: Transaction,
  accounts: Accounts,
  originalId: OriginalId,
): AsyncGenerator<LineOf<'role'> | LineOf<'group_member'> | LineOf<'sanction'> | LineOf<'ban'>> {
  const roles = (await readRoles(tx)).map(({ userId, role, sectionId, since, grantedById }) => ({
    type: 'role' as const,
    user: originalId(userId),
    role,
    ...said({ section: sectionId && originalId(sectionId) }),
    since,
    granted_by: originalId(grantedById),
  }))
  yield* roles.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  for await (const { groupId, userId, since } of eachGroupMember(tx))
    yield { type: 'group_member', group: groupId, user: originalId(userId), since }
  for await (const row of eachSanction(tx)) {
    const { id, userId, sectionId, kind, reason, internalNote, createdAt, createdById, expiresAt } = row
    yield {
      type: 'sanction',
      id: originalId(id),
      user: originalId(userId),
      ...said({ section: sectionId && originalId(sectionId) }),
      kind,
      reason,
      internal_note: internalNote,
      created_at: createdAt,
      created_by: originalId(createdById),
      ...said({ expires_at: expiresAt }),
      ...(row.deletedAt && { lifted_at: row.deletedAt, lifted_by: originalId(row.deletedById!) }),
    }
  }
  for await (const ban of listed(async () => (await accounts.ask('nextBans', {})).bans)) {
    const { id, user, reason, created_at, created_by, expires_at, lifted_at, lifted_by } = ban
    yield {
      type: 'ban',
      id,
      user: originalId(user),
      reason,
      created_at,
      ...said({ created_by: created_by && originalId(created_by), expires_at }),
      ...(lifted_at && lifted_by && { lifted_at, lifted_by: originalId(lifted_by) }),
    }
  }
}

/** What members were called, and which accounts in games they have or had. */
async function* histories(
  accounts: Accounts,
  originalId: OriginalId,
): AsyncGenerator<LineOf<'display_name'> | LineOf<'game_link'>> {
  for await (const { user, ...name } of listed(async () => (await accounts.ask('nextNames', {})).names))
    yield { type: 'display_name', user: originalId(user), ...name }
  for await (const link of listed(async () => (await accounts.ask('nextGameLinks', {})).links)) {
    const { id, user, game, server, account, since, linked_by, until, unlinked_by } = link
    yield {
      type: 'game_link',
      id,
      user: originalId(user),
      game,
      ...(server && { server }),
      account,
      since,
      ...said({ linked_by: linked_by && originalId(linked_by) }),
      ...(until && unlinked_by && { until, unlinked_by: originalId(unlinked_by) }),
    }
  }
}

/** Each may ask for `base` where it is imported, whatever it may here. */
async function* applications(accounts: Accounts): AsyncGenerator<LineOf<'oauth_client'>> {
  for await (const client of listed(async () => (await accounts.ask('nextClients', {})).clients)) {
    const { id, key, display_name, app_uri, callback_uris, secret_hash, pkce, created_at } = client
    yield {
      type: 'oauth_client',
      id,
      key,
      display_name,
      app_uri,
      callback_uris,
      ...(secret_hash === null ? { public: true } : { secret_hash }),
      pkce,
      ...said({ created_at }),
    }
  }
}

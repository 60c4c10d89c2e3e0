import type { Page } from '@agora/shared/contracts/pagination'
import { type Emblem, emblemUri } from '@agora/shared/emblems/emblems'
import { canCreateThread } from '../../authority/abilities.ts'
import type { Actor } from '../../authority/actor.ts'
import { authorityIn } from '../../authority/authority.ts'
import { viewExcerpt } from '../../bodies/excerpt.ts'
import { viewPostHead } from '../../resources/post.ts'
import { viewSectionHead } from '../../resources/section.ts'
import { viewThreadHead } from '../../resources/thread.ts'
import { timestamp, viewUser } from '../../resources/views.ts'
import type { UnreadCounts } from '../reading/unread/counter.ts'
import { grammarFor } from './grammar.ts'
import type { LastPost, Overview, ParentSection, Section, SectionPage, ThreadSummary } from './schemas.ts'
import type {
  AncestorRow,
  LastPostRow,
  OpeningRow,
  OverviewRow,
  RoleGrantRow,
  SectionRow,
  ThreadSummaryRow,
} from './sql.ts'
import type { SectionPageRow } from './store.ts'

/** What a section's view depends on besides its row. */
export interface Viewer {
  actor: Actor
  /** The configured icons. */
  icons: readonly string[]
  unread: UnreadCounts
}

export function viewSection(row: SectionRow, viewer: Viewer): Section {
  const { head, self } = viewParts(row, viewer)
  return { threads: { count: row.threadCount }, self, ...head }
}

/** Each section's newest post is the newest in it and its descendants. */
export function viewOverview(rows: readonly OverviewRow[], viewer: Viewer): Overview {
  const newest = new Map<string, LastPostRow>()
  for (const { id, ancestors, lastPost } of rows) {
    if (!lastPost) continue
    for (const above of [id, ...ancestors.map((ancestor) => ancestor.id)]) {
      const other = newest.get(above)
      if (!other || isLater(lastPost, other)) newest.set(above, lastPost)
    }
  }
  const sections = rows.map((row) => {
    const last = newest.get(row.id)
    return { last_post: last ? viewLastPost(last) : null, ...viewSection(row, viewer) }
  })
  return { type: 'ForumOverview', sections }
}

function isLater(one: LastPostRow, other: LastPostRow): boolean {
  const [at, otherAt] = [timestamp(one.postAt), timestamp(other.postAt)]
  return at === otherAt ? one.postId > other.postId : at > otherAt
}

function viewLastPost(row: LastPostRow): LastPost {
  const { postId, postAt, threadId, threadKey, threadTitle, ...author } = row
  return {
    post: viewPostHead({ id: postId, ctime: postAt, ...author }),
    thread: { type: 'ForumThread', id: threadId, key: threadKey, title: threadTitle },
  }
}

export function viewSectionPage(row: SectionPageRow, page: Page, viewer: Viewer): SectionPage {
  const { head, self } = viewParts(row.section, viewer)
  return {
    threads: { count: row.section.threadCount, items: row.threads.map(viewThreadSummary), ...page },
    children: row.children.map((child) => viewSection(child, viewer)),
    role_grants: row.roleGrants.map(viewRoleGrant),
    self,
    ...head,
  }
}

function viewParts(row: SectionRow, { actor, icons, unread }: Viewer) {
  const authority = authorityIn(actor, row.id)
  const grammar = grammarFor(authority, icons)
  const head = {
    ctime: timestamp(row.ctime),
    locale: row.locale,
    parent: viewParent(row.ancestors, actor),
    ...(row.description !== null && { description: row.description }),
    ...(row.colour !== null && { colour: row.colour }),
    ...(row.picture !== null && { picture: viewPicture(row.picture) }),
    ...(row.isArchived && { is_archived: true as const }),
    ...viewSectionHead(row),
  }
  const self: Section['self'] = {
    roles: [...authority.roles],
    grammar: { ...grammar, icons: [...grammar.icons], links: [...grammar.links] },
    unread_threads: unread.get(row.id) ?? 0,
    can_create_thread: canCreateThread(authority, { isCategory: row.childCount > 0 }),
  }
  return { head, self }
}

function viewPicture({ id, width, height }: Emblem): NonNullable<Section['picture']> {
  return {
    media: id,
    width,
    height,
    uri: emblemUri(id, 'full'),
    thumbnail_uri: emblemUri(id, 'thumbnail'),
  }
}

/** Without those that a moderator of what is below them may not read. */
function viewParent(ancestors: readonly AncestorRow[], actor: Actor): ParentSection | null {
  return ancestors.reduceRight<ParentSection | null>(
    (parent, row) =>
      authorityIn(actor, row.id).canRead ? { locale: row.locale, parent, ...viewSectionHead(row) } : parent,
    null,
  )
}

function viewRoleGrant(row: RoleGrantRow): SectionPage['role_grants'][number] {
  return {
    role: row.role,
    user: viewUser(row.userId, row.userName),
    start_time: timestamp(row.startTime),
    granted_by: viewUser(row.grantedById, row.grantedByName),
  }
}

export function viewThreadSummary(row: ThreadSummaryRow): ThreadSummary {
  return {
    posts: { count: row.postCount },
    last_post: viewPostHead({
      id: row.lastPostId,
      ctime: row.lastPostAt,
      authorId: row.lastPostAuthorId,
      authorName: row.lastPostAuthorName,
      authorRole: row.lastPostRole,
    }),
    has_admin_announcement: row.isAnnounced,
    self: { is_unread: row.isUnread },
    ...viewThreadHead(row),
    ...(isOpened(row) && { opening: viewOpening(row) }),
  }
}

const isOpened = (row: ThreadSummaryRow): row is ThreadSummaryRow & OpeningRow =>
  typeof row.openingId === 'string'

const viewOpening = (row: OpeningRow): NonNullable<ThreadSummary['opening']> => ({
  post: viewPostHead({
    id: row.openingId,
    ctime: row.openingAt,
    authorId: row.openingAuthorId,
    authorName: row.openingAuthorName,
    authorRole: row.openingRole,
  }),
  excerpt: viewExcerpt(row.openingHtml),
})

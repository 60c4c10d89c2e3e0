import type { Page } from '@agora/shared/contracts/pagination'
import { shortUser } from '@agora/shared/contracts/types'
import type { Actor } from '../../authority/actor.ts'
import { authorityIn } from '../../authority/authority.ts'
import { timestamp } from '../../views.ts'
import type { UnreadCounts } from '../reading/counts.ts'
import { viewThreadSummary } from '../threads/summary.ts'
import { canCreateThread } from './authority.ts'
import { grammarFor } from './grammar.ts'
import type { ParentSection, Section, SectionPage } from './schemas.ts'
import type { AncestorRow, RoleGrantRow, SectionRow } from './sql.ts'
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
  return { ...head, threads: { count: row.threadCount }, self }
}

export function viewSectionPage(row: SectionPageRow, page: Page, viewer: Viewer): SectionPage {
  const { head, self } = viewParts(row.section, viewer)
  return {
    ...head,
    threads: { ...page, count: row.section.threadCount, items: row.threads.map(viewThreadSummary) },
    children: row.children.map((child) => viewSection(child, viewer)),
    role_grants: row.roleGrants.map(viewRoleGrant),
    self,
  }
}

function viewParts(row: SectionRow, { actor, icons, unread }: Viewer) {
  const authority = authorityIn(actor, row.id)
  const grammar = grammarFor(authority, icons)
  const head = {
    type: 'ForumSection' as const,
    id: row.id,
    key: row.key,
    display_name: row.displayName,
    ctime: timestamp(row.ctime),
    locale: row.locale,
    parent: viewParent(row.ancestors),
  }
  const self: Section['self'] = {
    roles: [...authority.roles],
    grammar: { ...grammar, icons: [...grammar.icons], links: [...grammar.links] },
    unread_threads: unread.get(row.id) ?? 0,
    can_create_thread: canCreateThread(authority, { isCategory: row.childCount > 0 }),
  }
  return { head, self }
}

function viewParent(ancestors: readonly AncestorRow[]): ParentSection | null {
  return ancestors.reduceRight<ParentSection | null>(
    (parent, { id, key, displayName, locale }) => ({
      type: 'ForumSection',
      id,
      key,
      display_name: displayName,
      locale,
      parent,
    }),
    null,
  )
}

function viewRoleGrant(row: RoleGrantRow): SectionPage['role_grants'][number] {
  return {
    role: row.role,
    user: shortUser({ id: row.userId, displayName: row.userName ?? '' }),
    start_time: timestamp(row.startTime),
    granted_by: shortUser({ id: row.grantedById, displayName: row.grantedByName ?? '' }),
  }
}

import type { ChangeKind } from '../generated/prisma/enums.ts'

interface OfThread {
  section: string
  thread: string
  /** Who did it; null for an import. */
  actor: string | null
}

/** Whether which pictures the posts show may have changed. */
interface OfTexts {
  pictures: boolean
}

/**
 * What happened to content. Every write of threads, posts or revisions records one in its transaction; whatever else
 * follows from it is done by followers (`followers/`), which read the changes in the order of their commits. `PostRewritten`, whose
 * posts are not known one by one, is recorded by `recordRewrites`.
 */
export type Change =
  | (OfThread & OfTexts & { kind: 'ThreadOpened' | 'PostWritten'; post: string })
  /** `position`: the revision's in its post. */
  | (OfThread & OfTexts & { kind: 'PostEdited'; post: string; position: number })
  | (OfThread & { kind: 'ThreadRenamed' | 'ThreadMarked' | 'ThreadDeleted' | 'ThreadRestored' })
  /** `section`: where it is from then on. */
  | (OfThread & { kind: 'ThreadMoved' })
  /** `position`: the first new post's. */
  | (OfThread & OfTexts & { kind: 'ThreadImported'; position: number })

/** What may happen to a thread as a whole. */
export type ThreadChange = Exclude<Change, OfTexts>

/** A change as followers read it. */
export interface NumberedChange {
  /** Follows the order of commits. */
  number: number
  kind: ChangeKind
  sectionId: string
  threadId: string
  postId: string | null
  position: number | null
  actorId: string | null
  pictures: boolean
  /** Since its transaction began, in seconds. */
  age: number
}

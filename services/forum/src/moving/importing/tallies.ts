import type { TallyListing } from '../../generated/prisma/enums.ts'
import type { TallyChange } from '../../tallies/store.ts'

type ThreadOfPost = { sectionId: string; isDeleted: boolean }

/** What a batch changes in the members' numbers of posts and threads. */
export class Tallies {
  readonly #posts = new Map<string, TallyChange>()
  readonly #threads = new Map<string, TallyChange>()
  readonly #deleted = new Map<string, TallyChange>()

  addPost({ sectionId, isDeleted }: ThreadOfPost, authorId: string): void {
    if (isDeleted) count(this.#deleted, sectionId, authorId)
    else count(this.#posts, null, authorId)
  }

  addThread({ isDeleted, authorId }: ThreadOfPost & { authorId: string }): void {
    if (!isDeleted) count(this.#threads, null, authorId)
  }

  /** In the order in which the rows are locked. */
  get changes(): [TallyListing, TallyChange[]][] {
    const all: [TallyListing, Map<string, TallyChange>][] = [
      ['MemberPost', this.#posts],
      ['MemberThread', this.#threads],
      ['DeletedMemberPost', this.#deleted],
    ]
    return all.flatMap(([listing, changes]) =>
      changes.size > 0 ? [[listing, [...changes.values()]] as [TallyListing, TallyChange[]]] : [],
    )
  }
}

function count(changes: Map<string, TallyChange>, sectionId: string | null, part: string): void {
  const key = `${sectionId} ${part}`
  const known = changes.get(key)
  if (known) known.by += 1
  else changes.set(key, { sectionId, part, by: 1 })
}

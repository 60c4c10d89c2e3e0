import { type Addressees, addresseesOf } from '@agora/shared/markup/index'
import type { WrittenRevision } from './store-revisions.ts'

/** A member named by a revision, by id in a mention or by name in a quote. */
export interface Addressed {
  kind: 'Mention' | 'Quote'
  userId: string | null
  name: string | null
  threadId: string
  postId: string
  position: number
  authorId: string
  editorId: string
  ctime: Date
  isEdit: boolean
}

const nobody: Addressees = { mentions: [], quotes: [] }
/**
 * The most members that one revision notifies of a quote. All of them have written in the thread, and hear of each reply
 * to it anyway, unless they chose not to.
 */
const MAX_QUOTED = 10

function addresseesIn(html: string | null): Addressees {
  if (html === null) return nobody
  const { mentions, quotes } = addresseesOf(html)
  return { mentions, quotes: quotes.slice(0, MAX_QUOTED) }
}

/** The members named by a revision but not by the one before it. */
export function addressedBy({ html, earlierHtml, revision, ...post }: WrittenRevision): Addressed[] {
  const { mentions, quotes } = addresseesIn(html)
  const earlier = addresseesIn(earlierHtml)
  const before = { mentions: new Set(earlier.mentions), quotes: new Set(earlier.quotes) }
  const { threadId, postId, position, authorId, editorId, ctime } = post
  const of = { threadId, postId, position, authorId, editorId, ctime, isEdit: revision > 0 }
  return [
    ...mentions
      .filter((id) => !before.mentions.has(id))
      .map((userId) => ({ kind: 'Mention' as const, userId, name: null, ...of })),
    ...quotes
      .filter((name) => !before.quotes.has(name))
      .map((name) => ({ kind: 'Quote' as const, userId: null, name, ...of })),
  ]
}

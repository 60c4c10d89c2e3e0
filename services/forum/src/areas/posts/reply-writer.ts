import { batched } from '@agora/shared/database/batching'
import { isOfTheData, type Queries } from '@agora/shared/database/sql'
import { insertReplies, insertReply, type NewReply, type WrittenReply } from './store-replies.ts'

/** The most replies in one statement. */
const MAX_AT_ONCE = 32
/** The most text in one statement, in UTF-16 code units; a longer reply is alone. */
const MAX_TEXT = 262_144

/** Returns what the thread assigns to the reply; undefined if the thread has since been moved, locked or deleted. */
export type WriteReply = (reply: NewReply) => Promise<WrittenReply | undefined>

/** Writes replies that arrive together, each to another thread, in one statement. `isTold`: whether applications are told. */
export const createReplyWriter = (db: Queries, isTold: boolean): WriteReply =>
  batched<NewReply, WrittenReply | undefined>({
    portion,
    alone: (reply) => insertReply(db, reply, isTold),
    together: (replies) => insertReplies(db, replies, isTold),
    isOfOne: isOfTheData,
  })

/** The oldest, one to each thread. */
function portion(waiting: readonly NewReply[]): { now: NewReply[]; later: NewReply[] } {
  const threads = new Set<string>()
  const [now, later]: [NewReply[], NewReply[]] = [[], []]
  let text = 0
  for (const reply of waiting) {
    const { thread, post } = reply
    const length = post.html.length + post.source.length
    const fits = now.length === 0 || (now.length < MAX_AT_ONCE && text + length <= MAX_TEXT)
    if (fits && !threads.has(thread.id)) {
      now.push(reply)
      text += length
    } else later.push(reply)
    threads.add(thread.id)
  }
  return { now, later }
}

import { listing } from '@agora/shared/contracts/pagination'
import { described, nullable, ShortUser, Timestamp } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { ThreadName } from '../../resources/thread.ts'
import { Post } from '../posts/schemas.ts'
import { SanctionListing } from '../sanctions/schemas.ts'

export const MemberParams = Type.Object({ user_id: Type.String({ description: 'Id of the account.' }) })

/** A section's moderator gets counts of at most this many of a member's newest posts: they are counted on request. */
export const MAX_POSTS_COUNTED = 10_000

const Count = (description: string) => Type.Integer({ description })

const Counted = (description: string) => Type.Object({ count: Count('Their number.') }, { description })

/** Counts only what everybody may see. */
export const MemberSummary = Type.Object({
  type: Type.Literal('ForumUser'),
  user: described(ShortUser, 'The member.'),
  threads: Counted('The number of threads they opened.'),
  posts: Counted('The number of their posts, including hidden ones.'),
  first_post_at: nullable(Timestamp, 'When the oldest one was written; null if there is none.'),
  last_post_at: nullable(Timestamp, 'When the newest one was written; null if there is none.'),
})
export type MemberSummary = Static<typeof MemberSummary>

export const MemberPosts = listing(
  Type.Object({ ...Post.properties, thread: described(ThreadName, 'The thread it is in.') }),
)
export type MemberPosts = Static<typeof MemberPosts>

/** Covers what the reader moderates, and nothing else. */
export const MemberHistory = Type.Object({
  sanctions: described(SanctionListing, 'The member’s sanctions, newest first, including ended ones.'),
  reports_against: Type.Object(
    {
      pending: Count('Those not yet resolved.'),
      resolved: Count('Those that were accepted.'),
      rejected: Count('Those that were rejected.'),
    },
    { description: 'The number of reports against what the member wrote.' },
  ),
  posts: Type.Object(
    {
      count: Count(
        `Their number, without those in deleted threads; in a section, among the member’s newest ${MAX_POSTS_COUNTED}.`,
      ),
    },
    { description: 'What the member wrote.' },
  ),
})
export type MemberHistory = Static<typeof MemberHistory>

import { described } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { SanctionListing } from '../sanctions/schemas.ts'

/** Of a member's posts, only the newest so many are looked at: a moderator's question costs no more than these. */
export const MOST_POSTS_COUNTED = 10_000

const Count = (description: string) => Type.Integer({ description })

/** What the reader's moderating right covers, and nothing else. */
export const MemberHistory = Type.Object({
  sanctions: described(SanctionListing, 'Sanctions on the member, newest first, those that ended too.'),
  reports_against: Type.Object(
    {
      pending: Count('Those that nobody has resolved yet.'),
      resolved: Count('Those that were accepted.'),
      rejected: Count('Those that were rejected.'),
    },
    { description: 'How many reports there are on what the member wrote.' },
  ),
  posts: Type.Object(
    {
      count: Count(
        `How many of the member’s newest ${MOST_POSTS_COUNTED} posts are there; those of deleted threads are not.`,
      ),
    },
    { description: 'What the member wrote.' },
  ),
})
export type MemberHistory = Static<typeof MemberHistory>

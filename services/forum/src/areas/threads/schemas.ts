import { include } from '@agora/shared/contracts/include'
import { listing, POSTS_PER_PAGE, pageQuery } from '@agora/shared/contracts/pagination'
import { threadMarks } from '@agora/shared/contracts/thread-marks'
import { described, nullable } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { MarkupSource, Remark, SectionReference } from '../../resources/schemas.ts'
import { ThreadHead } from '../../resources/thread.ts'
import { Waiting } from '../notifications/schemas.ts'
import { Post } from '../posts/schemas.ts'
import { ThreadReactions } from '../reactions/schemas.ts'
import { Section } from '../sections/schemas.ts'
import { Subscription } from '../subscriptions/schemas.ts'

const ThreadSelf = Type.Object(
  {
    can_post: Type.Boolean({ description: 'Reply.' }),
    can_lock: Type.Boolean({ description: 'Lock and unlock it.' }),
    can_pin: Type.Boolean({ description: 'Pin and unpin it.' }),
    can_move: Type.Boolean({ description: 'Move it out of its section.' }),
    can_delete: Type.Boolean({ description: 'Delete it.' }),
    can_report: Type.Boolean({ description: 'Report it to the moderators.' }),
  },
  { description: 'What the caller may do with the thread.' },
)

export const Thread = Type.Object({
  ...ThreadHead.properties,
  section: described(Section, 'The section it is in.'),
  posts: described(listing(Post), 'A page of its posts, oldest first.'),
  self: ThreadSelf,
  reactions: Type.Optional(
    described(
      ThreadReactions.properties.posts,
      'As `listThreadReactions` gives them; only where they are included.',
    ),
  ),
  subscription: Type.Optional(
    described(
      Subscription,
      'As `getThreadSubscription` gives it; only where it is included, for whoever may read their own.',
    ),
  ),
  waiting: Type.Optional(Waiting),
})
export type Thread = Static<typeof Thread>

export const ThreadQuery = Type.Object({
  ...pageQuery(POSTS_PER_PAGE).properties,
  include: include(
    ['reactions', 'subscription', 'waiting'],
    'With the reactions to the posts of the page, the caller’s subscription to the thread, what waits for the caller, or several of them, separated by commas.',
  ),
})
export type ThreadQuery = Static<typeof ThreadQuery>

/** Two to 128 characters after trimming, no control characters, and at least one visible character. */
const Title = Type.String({
  format: 'text',
  pattern:
    '^(?=[\\s\\S]*[^\\s\\p{C}\\p{Default_Ignorable_Code_Point}\\u2800\\u{13441}\\u{13442}\\u{1d159}])\\s*[^\\s\\p{Cc}]([^\\p{Cc}]{0,126}[^\\s\\p{Cc}])\\s*$',
  maxLength: 1024,
  description: '2 to 128 characters after trimming, no control characters, and something visible.',
})

export const ThreadInput = Type.Object(
  { title: Title, body: described(MarkupSource, 'Markup source of the first post.') },
  { examples: [{ title: 'Hello', body: 'This is **new**.' }] },
)
export type ThreadInput = Static<typeof ThreadInput>

export const ThreadPatch = Type.Object(
  { title: Type.Optional(Title), ...Type.Partial(Type.Object(threadMarks)).properties },
  { examples: [{ is_locked: true }] },
)
export type ThreadPatch = Static<typeof ThreadPatch>

/** What a patch sets: columns of the same names. */
export type ThreadSettings = Required<ThreadPatch>
export const settingNames = Object.keys(ThreadPatch.properties) as (keyof ThreadSettings)[]

export const ThreadMove = Type.Object(
  { section: described(SectionReference, 'The destination.') },
  { examples: [{ section: { type: 'ForumSection', key: 'welcome' } }] },
)

export const ThreadDeletion = Type.Object(
  { comment: Type.Optional(nullable(Remark, 'Why; only for the moderation log.')) },
  { examples: [{ comment: 'Off topic' }] },
)

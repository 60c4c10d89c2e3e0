import { listing, POSTS_PER_PAGE, pageQuery, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { described, ShortUser, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { PostParams } from '../../resources/schemas.ts'

export const ReactionParams = Type.Object({
  ...PostParams.properties,
  key: Type.String({ description: 'The icon’s key, one of the configured `forum.reactions`.' }),
})

const Reactions = Type.Array(
  Type.Object({
    key: Type.String({ description: 'The icon’s key.' }),
    count: Type.Integer({ description: 'How many members have given it.' }),
    mine: Type.Boolean({ description: 'Whether the caller has.' }),
  }),
  { description: 'Those that somebody has given, in the configured order.' },
)
export type Reactions = Static<typeof Reactions>

export const PostReactions = Type.Object({ reactions: Reactions })
export type PostReactions = Static<typeof PostReactions>

export const ThreadReactionsQuery = pageQuery(POSTS_PER_PAGE)

export const ThreadReactions = Type.Object({
  posts: Type.Array(Type.Object({ post: described(Uuid, 'The post’s id.'), reactions: Reactions }), {
    description: 'The posts of the page that have reactions and are not hidden, oldest first.',
  }),
})
export type ThreadReactions = Static<typeof ThreadReactions>

export const ReactingQuery = pageQuery(THREADS_PER_PAGE)
export const ReactingMembers = listing(ShortUser)
export type ReactingMembers = Static<typeof ReactingMembers>

import type { Role } from '@agora/shared/contracts/roles'
import { described, Timestamp, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { ForumActor } from './schemas.ts'
import { memberActor, timestamp } from './views.ts'

/** The fields of a post that every view of it has. */
export const PostHead = Type.Object({
  type: Type.Literal('ForumPost'),
  id: described(Uuid, 'The post’s id.'),
  ctime: described(Timestamp, 'When it was written.'),
  author: described(ForumActor, 'Who wrote it.'),
})
export type PostHead = Static<typeof PostHead>

/** The author's name is null if the forum does not know it. */
export interface PostHeadRow {
  id: string
  ctime: string
  authorId: string
  authorName: string | null
  authorRole: Role | null
}

export function viewPostHead(row: PostHeadRow): PostHead {
  return {
    type: 'ForumPost',
    id: row.id,
    ctime: timestamp(row.ctime),
    author: memberActor(row.authorId, row.authorName, row.authorRole),
  }
}

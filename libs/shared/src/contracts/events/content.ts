import { Type } from 'typebox'
import { Uuid } from '../types.ts'
import { defineEvent } from './event.ts'
import { Closed } from './moderation.ts'

const place = { section: Uuid, thread: Uuid, closed: Closed }
const inThread = Type.Object(place)
const onPost = Type.Object({ ...place, post: Uuid })

/**
 * Told where the section's moderation is told, and in one order with it: an application must not learn of an act on a
 * post before it has learnt of the post.
 */
const contentEvent = <const Kind extends string, Data extends typeof inThread>(
  name: string,
  kind: Kind,
  data: Data,
) =>
  defineEvent({
    type: `agora.${kind}.v1`,
    data,
    subject: ({ section }) => `moderation.${section}.${name}`,
    key: ({ section }) => section,
  })

/**
 * What happens to threads and posts, for applications alone. What members write is told only while the configuration
 * names a channel that asks for it.
 */
export const contentEvents = {
  ThreadCreated: contentEvent(
    'ThreadCreated',
    'forum.thread.created',
    Type.Object({ ...place, post: Uuid, author: Uuid, title: Type.String() }),
  ),
  ThreadDeleted: contentEvent('ThreadDeleted', 'forum.thread.deleted', inThread),
  ThreadRestored: contentEvent('ThreadRestored', 'forum.thread.restored', inThread),
  PostCreated: contentEvent(
    'PostCreated',
    'forum.post.created',
    Type.Object({ ...place, post: Uuid, author: Uuid }),
  ),
  PostEdited: contentEvent('PostEdited', 'forum.post.edited', onPost),
  PostHidden: contentEvent('PostHidden', 'forum.post.hidden', onPost),
  PostShown: contentEvent('PostShown', 'forum.post.shown', onPost),
} as const

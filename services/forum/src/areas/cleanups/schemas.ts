import { described, nullable, Timestamp, text } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

/** How long a cleanup can be undone. */
export const UNDONE_WITHIN_DAYS = 30

export const CleanupInput = Type.Object(
  {
    reason: described(text(1, 4_000), 'Why; it is what the posts say instead.'),
    since: Type.Optional(nullable(Timestamp, 'Only what was written from then on; everything if omitted.')),
  },
  { examples: [{ reason: 'Advertisement' }] },
)
export type CleanupInput = Static<typeof CleanupInput>

export const Cleanup = Type.Object({
  threads: Type.Integer({ description: 'Threads that are deleted by it, so far.' }),
  posts: Type.Integer({ description: 'Posts that are hidden by it, so far.' }),
  is_done: Type.Boolean({ description: 'Whether it, or its undoing, has come to its end.' }),
})
export type Cleanup = Static<typeof Cleanup>

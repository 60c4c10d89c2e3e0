import { described, ShortUser, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { orNull } from '../../resources/schemas.ts'
import { SectionHead } from '../../resources/section.ts'
import { ThreadName } from '../../resources/thread.ts'

export const importedKinds = ['user', 'section', 'thread', 'post'] as const

export const ImportedParams = Type.Object({
  source: Type.String({ description: 'The name of the import, such as `nodebb`.' }),
  kind: Type.String({
    description: '`user`, `section`, `thread` or `post`.',
    documented: { enum: [...importedKinds] },
  }),
  old_id: Type.String({ description: 'Its id in the old forum.' }),
})
export type ImportedParams = Static<typeof ImportedParams>

/** What an old id stands for now; fields that do not apply are null. */
export const Imported = Type.Object({
  type: Type.Literal('ForumImported'),
  source: Type.String({ description: 'The name of the import.' }),
  kind: Type.Enum([...importedKinds], { description: 'What it is.' }),
  old_id: Type.String({ description: 'Its id in the old forum.' }),
  user: orNull(ShortUser, 'The member.'),
  section: orNull(SectionHead, 'The section.'),
  thread: orNull(ThreadName, 'The thread; for a post, the one it is in.'),
  post: orNull(
    Type.Object({ type: Type.Literal('ForumPost'), id: described(Uuid, 'The post’s id.') }),
    'The post.',
  ),
  offset: orNull(Type.Integer(), 'The post’s `offset` in the thread.'),
})
export type Imported = Static<typeof Imported>

import type { Caller } from '@agora/shared/contracts/principal'
import { shortUser } from '@agora/shared/contracts/types'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { viewSectionHead } from '../../resources/section.ts'
import { accessMember } from '../members/authority.ts'
import { accessPlacedPost } from '../posts/authority.ts'
import { accessSectionToRead } from '../sections/authority.ts'
import { accessThread } from '../threads/authority.ts'
import type { Imported } from './schemas.ts'
import { type ImportedKind, readSectionHead } from './store.ts'

type Found = Partial<Pick<Imported, 'user' | 'section' | 'thread' | 'post' | 'offset'>>

/**
 * What an imported id stands for, if the caller may see it.
 *
 * @throws ApiError as reading it does
 */
export async function accessImported(
  context: Context,
  principal: Caller,
  kind: ImportedKind,
  id: string,
): Promise<Found> {
  switch (kind) {
    case 'user':
      return { user: shortUser(await accessMember(context, principal, id)) }
    case 'section': {
      await accessSectionToRead(context, principal, { by: 'id', value: id })
      const section = await readSectionHead(context.db, id)
      if (!section) throw new ApiError(errors.sectionNotFound)
      return { section: viewSectionHead(section) }
    }
    case 'thread':
      return { thread: await threadName(context, principal, id) }
    case 'post': {
      const { threadId, position } = await accessPlacedPost(context, principal, id)
      const thread = await threadName(context, principal, threadId)
      return { thread, post: { type: 'ForumPost', id }, offset: position }
    }
  }
}

async function threadName(context: Context, principal: Caller, id: string): Promise<Imported['thread']> {
  const { thread } = await accessThread(context, principal, id)
  return { type: 'ForumThread', id: thread.id, key: thread.key, title: thread.title }
}

import { newId } from '@agora/shared/contracts/ids'
import type { Caller } from '@agora/shared/contracts/principal'
import type { Member } from '../../authority/actor.ts'
import type { Authority } from '../../authority/authority.ts'
import { renderBody } from '../../bodies/render.ts'
import type { Context } from '../../context.ts'
import type { PostingAllowance } from '../../limits/posting.ts'
import { ownPictures } from '../../pictures/own.ts'
import { grammarFor } from '../sections/grammar.ts'
import type { NewPost } from './store-new-post.ts'

/**
 * A member's post as it is to be written, and what the limits on posting say of the member.
 *
 * @throws ApiError bodyNotParsed, bodyNotRendered
 */
export async function newPost(
  { db, config, media, posting }: Context,
  principal: Caller,
  { member, authority }: { member: Member; authority: Authority },
  source: string,
): Promise<{ post: NewPost; allowance: PostingAllowance }> {
  const allowance = await posting.allowance(db, principal, member)
  const grammar = grammarFor(authority, config.forum.icons, allowance)
  const pictures = await ownPictures(media, member, member.user.id, source)
  const body = await renderBody(db, source, { ...grammar, pictures })
  const role = authority.role ?? null
  const post = { id: newId(), revisionId: newId(), authorId: member.user.id, authorRole: role, ...body }
  return { post, allowance }
}

import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import type { Attempt } from '../../../idempotency/store.ts'
import { accessPostOfThread } from '../../posts/authority.ts'
import { newPost } from '../../posts/new-post.ts'
import type { Post, PostInput } from '../../posts/schemas.ts'
import { replyRow } from '../../posts/store-replies.ts'
import { viewPost } from '../../posts/views.ts'
import { accessThreadToReply } from '../authority.ts'

/** @throws ApiError threadNotFound, cannotCreatePost, bodyNotParsed, bodyNotRendered, tooManyRequests */
export async function createPost(
  context: Context,
  principal: Caller,
  threadRef: string,
  input: PostInput,
  attempt?: Attempt,
): Promise<Post> {
  const { posting, writeReply } = context
  // The write succeeds only if the thread is still as it was judged; otherwise it is judged again.
  for (;;) {
    const { thread, authority, member } = await accessThreadToReply(context, principal, threadRef)
    const { post, allowance } = await newPost(context, principal, { member, authority }, input.body)
    const written = await posting.count('replies', member, allowance, () =>
      writeReply({ thread, post, attempt }),
    )
    if (!written) continue
    context.written.set()
    const row = replyRow(post, written, member.user.displayName)
    const state = { postCount: written.postCount, isDeleted: false }
    return viewPost(row, { actor: member, authority, thread: state })
  }
}

/** An earlier attempt's reply, as its thread shows it now. */
export async function readCreatedPost(context: Context, principal: Caller, id: string): Promise<Post> {
  const { row, viewer } = await accessPostOfThread(context, principal, id)
  return viewPost(row, viewer)
}

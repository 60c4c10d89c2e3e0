import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { releaseDraft } from '../../claims/store.ts'
import { accessOwnMedia } from '../authority.ts'

/**
 * Lets go of a picture that no draft shows any more: unless a post or an avatar does, it is deleted a day later.
 *
 * @throws ApiError unauthenticated, cannotWriteOwn or mediaNotFound
 */
export async function deleteMediaDraft(
  context: Context,
  principal: Caller,
  ref: string,
): Promise<Record<string, never>> {
  const { id } = await accessOwnMedia(context, principal, ref)
  await releaseDraft(context.db, id)
  return {}
}

import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { keepForDraft } from '../../claims/store.ts'
import { accessOwnMedia } from '../authority.ts'
import type { DraftedMedia } from '../schemas.ts'

/**
 * Keeps a picture that a draft of its owner's shows, as long as a browser keeps the draft; again whenever it is opened.
 *
 * @throws ApiError unauthenticated, cannotWriteOwn or mediaNotFound
 */
export async function putMediaDraft(context: Context, principal: Caller, ref: string): Promise<DraftedMedia> {
  const { id } = await accessOwnMedia(context, principal, ref)
  const until = await keepForDraft(context.db, id)
  if (!until) throw new ApiError(errors.mediaNotFound)
  return { kept_until: until.toISOString() }
}

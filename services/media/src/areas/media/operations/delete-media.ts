import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessMediaToDelete } from '../authority.ts'
import { forgetGone } from '../sweep.ts'

/**
 * Deletes a picture: its files first, so that whoever is told of it finds none. Of twenty at once one succeeds. Where
 * texts show it, its alternative text stands; if the forum is away now, a little later.
 *
 * @throws ApiError unauthenticated, cannotWriteOwn, mediaNotFound or unavailable
 */
export async function deleteMedia(
  context: Context,
  principal: Caller,
  ref: string,
): Promise<Record<string, never>> {
  const { media, storage, metrics, logger } = context
  const { id } = await accessMediaToDelete(context, principal, ref)
  await storage.remove(id)
  if (!(await media.markGone(id))) throw new ApiError(errors.mediaNotFound)
  metrics.deleted.inc({ reason: 'asked' })
  await forgetGone(context, id).catch((error) =>
    logger.warn({ err: error, media: id }, 'texts still show a picture that is gone'),
  )
  return {}
}

import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessMediaToDelete } from '../authority.ts'
import { forgetGone } from '../sweep.ts'

/**
 * Deletes a picture; whoever is told of it finds no file. Of twenty at once one succeeds, and one that is chosen at this moment
 * to show the site by is not deleted. Where texts show it, its alternative text stands; if the forum is away now, a little later.
 *
 * @throws ApiError unauthenticated, cannotWriteOwn, mediaNotFound or unavailable
 */
export async function deleteMedia(
  context: Context,
  principal: Caller,
  ref: string,
): Promise<Record<string, never>> {
  const { media, storage, metrics, logger } = context
  const { id, chosenAt } = await accessMediaToDelete(context, principal, ref)
  if (!(await media.markGone(id, chosenAt)))
    throw new ApiError((await media.find(id)) ? common.cannotWriteOwn : errors.mediaNotFound)
  await storage.remove(id)
  metrics.deleted.inc({ reason: 'asked' })
  await forgetGone(context, id).catch((error) =>
    logger.warn({ err: error, media: id }, 'texts still show a picture that is gone'),
  )
  return {}
}

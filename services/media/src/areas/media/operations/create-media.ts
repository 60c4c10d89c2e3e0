import type { Readable } from 'node:stream'
import type { Caller, UserPrincipal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { pictureTypes } from '../../../uploads/content.ts'
import { makePicture } from '../../../uploads/make-picture.ts'
import { receive } from '../../../uploads/receive.ts'
import { requireWriter } from '../authority.ts'
import type { Media } from '../schemas.ts'
import type { Quota } from '../store.ts'
import { mediaView } from '../views.ts'

const HOUR_MS = 60 * 60 * 1000

interface Upload {
  /** The declared type. */
  type: string | undefined
  /** Undefined if there is none. */
  body: Readable | undefined
  /** Whether the caller still waits. */
  isWanted: () => boolean
}

/** By the age of the account: how much it has written is the forum's to know. Undefined where nothing is limited. */
function quotaOf({ config, env }: Context, { createdAt }: UserPrincipal): Quota | undefined {
  if (env.LIMITS_ENABLED === 'false') return undefined
  const { new_account: whenNew, member, picture_bytes: bytes } = config.limits
  const isNew = Date.now() - Date.parse(createdAt) < whenNew.hours * HOUR_MS
  return { perDay: (isNew ? whenNew : member).pictures_per_day, bytes }
}

/**
 * Keeps a picture. Its sender is told once it is stored, safe from a power cut.
 *
 * @throws ApiError unauthenticated, cannotWriteOwn, unsupportedImage, bodyTooLarge, invalidImage, tooManyRequests;
 *   unavailable while too many pictures wait to be decoded, or the storage takes none.
 */
export async function createMedia(context: Context, principal: Caller, upload: Upload): Promise<Media> {
  requireWriter(principal)
  const { type, body, isWanted } = upload
  const declared = type?.split(';', 1)[0]?.trim().toLowerCase()
  if (!pictureTypes.some((one) => one === declared) || !body) throw new ApiError(errors.unsupportedImage)
  const owner = (await context.users.findUsers([principal.id], principal.traceparent)).get(principal.id)
  if (!owner) throw new ApiError(common.unauthenticated)
  const kept = await makePicture(context, {
    ownerId: owner.id,
    quota: quotaOf(context, principal),
    receive: (file, slot) => receive(body, file, slot),
    isWanted,
  })
  return mediaView(kept, owner)
}

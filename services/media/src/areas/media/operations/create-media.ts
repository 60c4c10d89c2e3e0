import path from 'node:path'
import type { Readable } from 'node:stream'
import { newId } from '@agora/shared/contracts/ids'
import type { Caller, UserPrincipal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Context } from '../../../context.ts'
import { type Converted, fileOf, variants } from '../../../conversion/task.ts'
import { errors } from '../../../errors.ts'
import { pictureTypes } from '../../../uploads/content.ts'
import { receive, requirePicture } from '../../../uploads/receive.ts'
import type { Slot } from '../../../uploads/spool.ts'
import { requireWriter } from '../authority.ts'
import type { Media } from '../schemas.ts'
import type { Quota } from '../store.ts'
import { mediaView } from '../views.ts'

const HOUR_MS = 60 * 60 * 1000
const A_DAY = { 'retry-after': String(24 * 60 * 60) }

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

function refusalOf(reason: 'erased' | 'too many' | 'full'): ApiError {
  if (reason === 'erased') return new ApiError(common.unauthenticated)
  return new ApiError(common.tooManyRequests, { headers: A_DAY })
}

/**
 * Keeps a picture: it is stored, safe from a power cut, before its sender is told of it; what was not told of leaves
 * nothing.
 *
 * @throws ApiError unauthenticated, cannotWriteOwn, unsupportedImage, bodyTooLarge, invalidImage, tooManyRequests;
 *   unavailable while too many pictures wait to be decoded, or the storage takes none.
 */
export async function createMedia(context: Context, principal: Caller, upload: Upload): Promise<Media> {
  requireWriter(principal)
  const { media, users, spool } = context
  const { type, body } = upload
  const declared = type?.split(';', 1)[0]?.trim().toLowerCase()
  if (!pictureTypes.some((one) => one === declared) || !body) throw new ApiError(errors.unsupportedImage)
  const owner = (await users.findUsers([principal.id], principal.traceparent)).get(principal.id)
  if (!owner) throw refusalOf('erased')
  const quota = quotaOf(context, principal)
  const id = newId()
  const begun = await media.begin(id, owner.id, quota)
  if (begun !== 'begun') throw refusalOf(begun)
  let isStored = true
  try {
    return await spool.within(async (slot) => {
      const converted = await readPicture(context, upload, body, slot)
      await keepFiles(context, id, slot).catch((error) => {
        isStored = false
        throw error
      })
      const kept = await media.keep({ id, ownerId: owner.id, ...converted }, quota)
      if (kept === 'erased' || kept === 'full') throw refusalOf(kept)
      return mediaView(kept, owner)
    })
  } catch (error) {
    // A storage that takes nothing deletes nothing either: the sender does not wait for it.
    const abandoning = abandon(context, id, error)
    if (isStored) await abandoning
    throw error
  }
}

async function readPicture(
  { converters }: Context,
  { isWanted }: Upload,
  body: Readable,
  slot: Slot,
): Promise<Converted> {
  const input = path.join(slot.folder, 'upload')
  await receive(body, input, slot)
  await requirePicture(input)
  return converters.convert({ kind: 'picture', input, output: slot.folder }, isWanted)
}

function keepFiles({ storage }: Context, id: string, { folder }: Slot): Promise<void> {
  const files = variants.map(fileOf).map((name) => [name, path.join(folder, name)] as const)
  return storage.put(id, Object.fromEntries(files))
}

/** What cannot be cleaned up now is later. A picture that was committed after all is unknown to its sender. */
async function abandon({ media, storage, logger }: Context, id: string, cause: unknown): Promise<void> {
  try {
    const wasKept = await media.markGone(id)
    // The files first: a file without a row would be served for ever.
    await storage.remove(id)
    if (wasKept) await media.dropGone(id)
    await media.giveUp(id)
  } catch (error) {
    logger.warn({ err: error, cause: String(cause), media: id }, 'an upload left something, swept later')
  }
}

import path from 'node:path'
import { newId } from '@agora/shared/contracts/ids'
import type { Transaction } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { MediaStore, Quota, StoredMedia } from '../areas/media/store.ts'
import type { Context } from '../context.ts'
import { fileOf, variants } from '../conversion/task.ts'
import { requirePicture } from './receive.ts'
import type { Slot } from './spool.ts'

/** What pictures are made with. */
export type Workshop = Pick<Context, 'media' | 'storage' | 'spool' | 'converters' | 'logger'>

export interface Source {
  ownerId: string
  /** Undefined where nothing is limited. */
  quota: Quota | undefined
  /** Writes what was sent to this file. */
  receive: (file: string, slot: Slot) => Promise<void>
  /** Whether somebody still waits. */
  isWanted: () => boolean
  /** Runs in the transaction that makes the picture. */
  alongside?: (tx: Transaction, id: string) => Promise<void>
}

const A_DAY = { 'retry-after': String(24 * 60 * 60) }

function refusalOf(reason: Exclude<Awaited<ReturnType<MediaStore['begin']>>, 'begun'>): ApiError {
  if (reason === 'erased') return new ApiError(common.unauthenticated)
  return new ApiError(common.tooManyRequests, { headers: A_DAY })
}

/**
 * Keeps a picture: it is stored, safe from a power cut, before its row is there; what gets no row leaves nothing.
 *
 * @throws ApiError unauthenticated if the account is erased, unsupportedImage, invalidImage, tooManyRequests; unavailable
 *   while too many pictures wait to be decoded, or the storage takes none; what `receive` throws.
 */
export async function makePicture(workshop: Workshop, source: Source): Promise<StoredMedia> {
  const { media, storage, spool, converters } = workshop
  const { ownerId, quota, isWanted, alongside } = source
  const id = newId()
  const begun = await media.begin(id, ownerId, quota)
  if (begun !== 'begun') throw refusalOf(begun)
  let isStored = true
  try {
    return await spool.within(async (slot) => {
      const input = path.join(slot.folder, 'upload')
      await source.receive(input, slot)
      await requirePicture(input)
      const converted = await converters.convert({ kind: 'picture', input, output: slot.folder }, isWanted)
      const files = variants.map(fileOf).map((name) => [name, path.join(slot.folder, name)] as const)
      await storage.put(id, Object.fromEntries(files)).catch((error) => {
        isStored = false
        throw error
      })
      const kept = await media.keep({ id, ownerId, ...converted }, quota, (tx) =>
        Promise.resolve(alongside?.(tx, id)),
      )
      if (kept === 'erased' || kept === 'full') throw refusalOf(kept)
      return kept
    })
  } catch (error) {
    // A storage that takes nothing deletes nothing either: nobody waits for it.
    const abandoning = abandon(workshop, id, error)
    if (isStored) await abandoning
    throw error
  }
}

/** What cannot be cleaned up now is later. A picture that was committed after all is unknown to its sender. */
async function abandon({ media, storage, logger }: Workshop, id: string, cause: unknown): Promise<void> {
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

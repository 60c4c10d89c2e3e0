import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'

/** No upload takes as long, in milliseconds. */
const ABANDONED_MS = 10 * 60 * 1000

/** Where an upload is written while it comes. */
export interface Slot {
  readonly folder: string
  /**
   * Counts bytes before they are written there.
   *
   * @throws ApiError unavailable while all uploads together have too many.
   */
  take(bytes: number): void
}

/** Where uploads are written while they come. */
export interface Spool {
  /** Runs work with an empty folder of its own, which is deleted afterwards. */
  within<Result>(work: (slot: Slot) => Promise<Result>): Promise<Result>
  /** Deletes what processes that were killed have left. */
  sweep(): Promise<void>
}

/**
 * @param options.mostBytes of this process's uploads together: what is beyond would fill the disk of all.
 * @param options.isOwn whether no other process writes to the folder: then it is emptied before the first upload.
 */
export function createSpool(
  root: string,
  { mostBytes, isOwn }: { mostBytes: number; isOwn: boolean },
): Spool {
  let held = 0
  let emptied: Promise<void> | undefined
  const prepare = async () => {
    if (isOwn) await rm(root, { recursive: true, force: true })
    await mkdir(root, { recursive: true })
  }
  const prepared = () => {
    emptied ??= prepare().catch((error) => {
      emptied = undefined
      throw error
    })
    return emptied
  }

  return {
    async within(work) {
      await prepared()
      const folder = await mkdtemp(path.join(root, 'upload-'))
      let own = 0
      const take = (bytes: number) => {
        if (held + bytes > mostBytes)
          throw new ApiError(common.unavailable, {
            cause: new Error('too many uploads at once'),
            headers: { 'retry-after': '10' },
          })
        held += bytes
        own += bytes
      }
      try {
        return await work({ folder, take })
      } finally {
        held -= own
        await rm(folder, { recursive: true, force: true })
      }
    },

    async sweep() {
      await prepared()
      for (const name of await readdir(root)) {
        const folder = path.join(root, name)
        // Gone meanwhile: done.
        const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
        if (Date.now() - mtimeMs > ABANDONED_MS) await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

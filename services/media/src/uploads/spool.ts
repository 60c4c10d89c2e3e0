import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** No upload takes as long, in milliseconds. */
const ABANDONED_MS = 10 * 60 * 1000

/** Where uploads are written while they come. */
export interface Spool {
  /** Runs work with an empty folder of its own, which is deleted afterwards. */
  within<Result>(work: (folder: string) => Promise<Result>): Promise<Result>
  /** Deletes what processes that were killed have left. */
  sweep(): Promise<void>
}

export function createSpool(root: string): Spool {
  return {
    async within(work) {
      await mkdir(root, { recursive: true })
      const folder = await mkdtemp(path.join(root, 'upload-'))
      try {
        return await work(folder)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },

    async sweep() {
      await mkdir(root, { recursive: true })
      for (const name of await readdir(root)) {
        const folder = path.join(root, name)
        // Gone meanwhile: done.
        const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
        if (Date.now() - mtimeMs > ABANDONED_MS) await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

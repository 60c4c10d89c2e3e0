import { constants, type FileHandle, lstat, open, rm } from 'node:fs/promises'
import { jsonLine } from './json-line.ts'

const MODE = 0o600

/** A line that was passed over, and why. */
export interface Rejection {
  line: number
  reason: string
  /** The line itself; absent where it is no text or too long. */
  text?: string
  bytes?: number
}

/** The file of rejected lines and of notes about lines, readable by its owner only: a rejected line may hold anything. */
export interface Rejects {
  append(rejections: readonly (Rejection | { line: number })[]): Promise<void>
  /** Has all of it on the disk, as it must be before the batch it belongs to is committed. Answers how large it is. */
  sync(): Promise<number>
  close(): Promise<void>
}

/**
 * The file begins with the first rejection; `size` bytes of an interrupted import are kept, or as many as somebody
 * has left of them.
 */
export async function rejectsFile(path: string, size: number): Promise<Rejects> {
  let handle: FileHandle | undefined
  let length = 0
  if (size === 0) await removeFile(path)
  else {
    handle = await open(path, constants.O_RDWR | constants.O_CREAT, MODE)
    length = Math.min(size, (await handle.stat()).size)
    await handle.truncate(length)
  }
  return {
    append: async (rejections) => {
      if (rejections.length === 0) return
      handle ??= await open(path, 'w', MODE)
      let bytes = Buffer.from(rejections.map(jsonLine).join(''))
      // A disk that becomes full takes a part first, and refuses the rest.
      while (bytes.length > 0) {
        const { bytesWritten } = await handle.write(bytes, 0, bytes.length, length)
        length += bytesWritten
        bytes = bytes.subarray(bytesWritten)
      }
    },
    sync: async () => {
      await handle?.sync()
      return length
    },
    close: async () => handle?.close(),
  }
}

/** A file of an earlier import; a device stays, such as `/dev/null`. */
async function removeFile(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (found?.isFile() || found?.isSymbolicLink()) await rm(path, { force: true })
}

/** For pipes, whose rejected lines are only reported. */
export const noRejects: Rejects = {
  append: async () => undefined,
  sync: async () => 0,
  close: async () => undefined,
}

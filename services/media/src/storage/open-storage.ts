import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bucketStorage } from './bucket.ts'
import { folderStorage } from './folder.ts'
import type { Storage } from './storage.ts'

interface Opened {
  storage: Storage
  /** The folder in which what is to be put there is written. */
  incoming: string
  /** Whether no other process writes there. */
  isOwn: boolean
}

/** The storage that an address names, for the process that listens at this port. */
export function openStorage(address: string, port: number): Opened {
  const url = new URL(address)
  if (url.protocol === 's3:')
    // Only the next process on the machine after it has the same.
    return { storage: bucketStorage(url), incoming: path.join(tmpdir(), `agora-media-${port}`), isOwn: true }
  const folder = fileURLToPath(url)
  // On the folder's own file system, so that a file is moved and not copied; all processes share it.
  return { storage: folderStorage(folder), incoming: path.join(folder, 'incoming'), isOwn: false }
}

import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bucketStorage } from './bucket.ts'
import { folderStorage } from './folder.ts'
import type { Storage } from './storage.ts'

/** The storage that an address names, and the folder in which what is to be put there is written. */
export function openStorage(address: string): { storage: Storage; incoming: string } {
  const url = new URL(address)
  if (url.protocol === 's3:')
    return { storage: bucketStorage(url), incoming: path.join(tmpdir(), 'incoming') }
  const folder = fileURLToPath(url)
  // On the folder's own file system, so that a file is moved and not copied.
  return { storage: folderStorage(folder), incoming: path.join(folder, 'incoming') }
}

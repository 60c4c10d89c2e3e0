import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import path from 'node:path'
import { declarations } from '@agora/shared/contracts/services'

const { maxBytes } = declarations.media.streams

/** A file of the old forum's uploads, or why it cannot be read, for people. */
export type Upload = { bytes: Buffer; digest: Buffer } | { fault: string }

/**
 * Reads a file of a folder of uploads, as an address names it: an ordinary one within that folder, which no link leads to.
 *
 * @param root without links.
 */
export async function readUpload(root: string, file: string): Promise<Upload> {
  const named = path.resolve(root, file)
  if (file.includes('\0') || !named.startsWith(root + path.sep)) return { fault: 'is outside of the uploads' }
  const real = await realpath(named).catch(() => undefined)
  if (real === undefined) return { fault: 'is not there' }
  if (real !== named) return { fault: 'is a link' }
  // Opened as it was judged: neither a link that has come meanwhile, nor a pipe that nobody writes to.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const handle = await open(named, flags).catch(() => undefined)
  if (!handle) return { fault: 'cannot be read' }
  try {
    const facts = await handle.stat()
    if (!facts.isFile()) return { fault: 'is no file' }
    if (facts.size > maxBytes) return { fault: `is larger than ${maxBytes / 1_048_576} MiB` }
    const bytes = await handle.readFile()
    return { bytes, digest: createHash('sha256').update(bytes).digest() }
  } finally {
    await handle.close()
  }
}

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'

/** What an import reads. */
export interface Source {
  /** For messages. */
  name: string
  /** Names this content at this place; undefined for a pipe, which cannot be read from the middle. */
  identity: string | undefined
  /** Undefined for a pipe. */
  size: number | undefined
  /** Its bytes from a position on, until the signal ends them with an AbortError. */
  read(position: number, signal: AbortSignal): AsyncIterable<Buffer>
}

const HEAD_BYTES = 64 * 1024
/** Little enough that Postgres has its turn in between. */
const CHUNK_BYTES = 16 * 1024

/** A file as it is now: once it is written to it counts as another one, and is imported from its beginning. */
export async function fileSource(file: string): Promise<Source> {
  const path = await realpath(file)
  const handle = await open(path)
  try {
    const stat = await handle.stat()
    if (!stat.isFile()) throw new Error(`${file} is no file; pipe it in and name it -`)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const identity = createHash('sha256')
      .update(JSON.stringify([path, stat.size, stat.mtimeMs]))
      .update(buffer.subarray(0, bytesRead))
      .digest('hex')
    return {
      name: path,
      identity,
      size: stat.size,
      read: (position, signal) =>
        createReadStream(path, { start: position, highWaterMark: CHUNK_BYTES, signal }),
    }
  } finally {
    await handle.close()
  }
}

/** A pipe; the signal ends it also while nothing comes out of it. */
export function pipeSource(stream: Readable): Source {
  return {
    name: 'the pipe',
    identity: undefined,
    size: undefined,
    read: (_position, signal) => addAbortSignal(signal, stream),
  }
}

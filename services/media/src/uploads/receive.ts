import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { declarations } from '@agora/shared/contracts/services'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { errors } from '../errors.ts'
import { isPicture, TELLING_BYTES } from './content.ts'
import type { Slot } from './spool.ts'

const { maxBytes } = declarations.media.streams

/**
 * Writes a body to a file as it comes: of a hundred of them next to nothing is in memory.
 *
 * @throws ApiError bodyTooLarge; malformedBody if it breaks off; unavailable while uploads take all the room.
 */
export async function receive(body: Readable, file: string, { take }: Pick<Slot, 'take'>): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  let size = 0
  try {
    // Left open where it is given up: its sender can then read why.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new ApiError(common.bodyTooLarge)
      take(chunk.length)
      await handle.writeFile(chunk)
    }
  } catch (cause) {
    if (cause instanceof ApiError || !body.destroyed) throw cause
    throw new ApiError(common.malformedBody, { cause })
  } finally {
    await handle.close()
  }
}

/** @throws ApiError unsupportedImage if the file is no picture by its first bytes. */
export async function requirePicture(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(TELLING_BYTES), 0, TELLING_BYTES, 0)
    if (!isPicture(buffer.subarray(0, bytesRead))) throw new ApiError(errors.unsupportedImage)
  } finally {
    await handle.close()
  }
}

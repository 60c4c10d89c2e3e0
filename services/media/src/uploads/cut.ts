import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../context.ts'
import { fileOf, type Task } from '../conversion/task.ts'
import { errors } from '../errors.ts'

/**
 * Makes further files of a stored picture, and keeps them beside it; nothing if they are there. Whoever calls this looks
 * afterwards whether the picture was deleted meanwhile.
 *
 * @throws ApiError mediaNotFound; unavailable while too many pictures wait.
 */
export async function cutOnce(
  { storage, spool, converters }: Context,
  id: string,
  kind: Task['kind'],
  names: readonly string[],
): Promise<void> {
  // What is written last is there: it was cut before.
  const before = await storage.open(id, names.at(-1)!)
  if (before) return before.close()
  await spool.within(async ({ folder, take }) => {
    const full = await storage.open(id, fileOf('full'))
    if (!full) throw new ApiError(errors.mediaNotFound)
    const input = path.join(folder, 'source')
    take(full.bytes)
    await pipeline(full.read(), createWriteStream(input))
    await converters.convert({ kind, input, output: folder }, () => true)
    await storage.put(id, Object.fromEntries(names.map((name) => [name, path.join(folder, name)])))
  })
}

import type { ExportFiles } from '@agora/shared/exports/parts'
import type { Context } from '../context.ts'
import { fileOf } from '../conversion/task.ts'
import type { StoredFile } from '../storage/storage.ts'

/** What one page of an export holds of a file, in bytes. */
const PIECE = 512 * 1024

/** The largest variant of each of a member's pictures, piece by piece; a place is a picture and how far it has been read. */
export const exportFiles = ({ media, storage }: Context): ExportFiles => ({
  async next(user, after) {
    const [id = '', begun = '0'] = after.split('+')
    const from = Number(begun)
    const picture = from > 0 ? id : await media.idAfter(user, id === '' ? null : id)
    if (picture === undefined) return undefined
    const file = await storage.open(picture, fileOf('full'), from)
    // Deleted meanwhile.
    if (!file) return { piece: undefined, place: picture }
    const bytes = await beginningOf(file)
    return {
      piece: { name: `pictures/${picture}.webp`, bytes: bytes.toString('base64') },
      place: bytes.length < file.bytes ? `${picture}+${from + bytes.length}` : picture,
    }
  },
})

async function beginningOf(file: StoredFile): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of file.read() as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= PIECE) break
  }
  return Buffer.concat(chunks)
}

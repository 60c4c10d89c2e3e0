import { Readable } from 'node:stream'
import { parseUuid } from '@agora/shared/contracts/ids'
import type { Caller } from '@agora/shared/contracts/principal'
import type { Queries } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { findFile, type ReadyFile, readPiece } from '../../../exports/store.ts'

/**
 * A file of an export, piece by piece, for its owner with full authority.
 * @throws ApiError 404 for anyone else, and once it is gone
 */
export async function getExport(
  { db }: Context,
  principal: Caller,
  params: { export_id: string; file: string },
): Promise<{ bytes: number; pieces: Readable }> {
  const id = parseUuid(params.export_id)
  const file = /^[1-9][0-9]{0,3}$/.test(params.file) ? Number(params.file) : 0
  const isFull = principal.kind === 'user' && principal.ceiling === 'full'
  const found = id !== undefined && isFull ? await findFile(db, id, principal.id, file) : undefined
  if (!found) throw new ApiError(errors.exportNotFound)
  return { bytes: found.bytes, pieces: Readable.from(piecesOf(db, found), { objectMode: false }) }
}

async function* piecesOf(db: Queries, file: ReadyFile) {
  for (let position = 0; ; position += 1) {
    const piece = await readPiece(db, file, position)
    if (!piece) return
    yield piece
  }
}

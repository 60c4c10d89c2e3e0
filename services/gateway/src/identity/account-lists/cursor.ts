import { parseUuid } from '@agora/shared/contracts/ids'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { isStorableText } from '@agora/shared/http/validation'

/** Where a page of a listing ends: what its last item is sorted by, and its id. */
export interface Cursor {
  key: string
  id: string
}

export const writeCursor = ({ key, id }: Cursor): string =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url')

/** @throws ApiError 400 for what is no cursor of such a listing */
export function readCursor(written: string | undefined, isKey: (key: string) => boolean): Cursor | undefined {
  if (written === undefined) return undefined
  const [key, id] = parse(written)
  const known = parseUuid(id)
  if (known === undefined || typeof key !== 'string' || !isStorableText(key) || !isKey(key))
    throw new ApiError(common.invalidParameter, { message: 'invalid `after`: is no end of a page' })
  return { key, id: known }
}

function parse(written: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(written, 'base64url').toString('utf8'))
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

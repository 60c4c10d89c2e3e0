import { hash } from 'node:crypto'
import { parseUuid } from '@agora/shared/contracts/ids'

/**
 * The new id of an imported item: always the same for the same item, ordered by creation time. A UUID is kept, since this
 * software issued it.
 */
export function importedId(source: string, kind: string, oldId: string, ms: number): string {
  return parseUuid(oldId) ?? madeId([source, kind, oldId], ms)
}

/** A UUIDv8 that begins with the time as a UUIDv7 does; the rest follows from the names. */
export function madeId(names: readonly (string | number)[], ms: number): string {
  const bytes = hash('sha256', JSON.stringify(names), 'buffer')
  bytes.writeUIntBE(ms, 0, 6)
  bytes[6] = 0x80 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString('hex', 0, 16)
  return [8, 12, 16, 20, 32].map((end, index, ends) => hex.slice(ends[index - 1] ?? 0, end)).join('-')
}

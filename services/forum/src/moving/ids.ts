import { hash } from 'node:crypto'
import { parseUuid } from '@agora/shared/contracts/ids'

/**
 * The id that something of another forum gets: always the same, and among ours in the order of time. A UUID is kept: it
 * is what a forum of this software has given.
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

import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** Before all other ids. */
export { NIL } from 'uuid'

const canonical = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Random bytes are asked of the system so many at once: asking costs more than all the rest of an id. */
const stock = Buffer.alloc(4_096)
let used = stock.length

/** Random bytes, to be read at once: they are written over in time. */
export function randomFromStock(bytes: number): Buffer {
  if (used + bytes > stock.length) {
    randomFillSync(stock)
    used = 0
  }
  used += bytes
  return stock.subarray(used - bytes, used)
}

const newest = { msecs: 0, seq: 0 }

/** Makes each id greater than all earlier ones of this process. */
function next() {
  const random = randomFromStock(16)
  const now = Date.now()
  if (now > newest.msecs) {
    newest.msecs = now
    newest.seq = random.readUInt32BE(6) >>> 1
  } else newest.seq += 1
  return { random, msecs: newest.msecs, seq: newest.seq }
}

/** A new UUIDv7, lowercase. */
export const newId = (): string => v7(next())

/** Below all UUIDv7 of this moment, in milliseconds since 1970, and above those of the one before. */
export const lowestIdAt = (msecs: number): string => v7({ msecs, seq: 0, random: new Uint8Array(16) })

/** When a UUIDv7 was made, in milliseconds since 1970. */
export const madeAt = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** A new UUIDv7 as 16 bytes of `bytes`. */
export function writeNewId(bytes: Uint8Array, offset: number): void {
  v7(next(), bytes, offset)
}

/** The id in lowercase, or undefined when `value` is no canonical UUID (such an id names nothing). */
export function parseUuid(value: unknown): string | undefined {
  return typeof value === 'string' && canonical.test(value) ? value.toLowerCase() : undefined
}

/** The id that something had where it was imported from: characters that need no escaping in an address. */
export const OLD_ID = '^[A-Za-z0-9._~:@-]{1,128}$'

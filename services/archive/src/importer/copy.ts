import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** Takes bytes for `COPY ...`; it has finished when Postgres has them all. */
export const copyStream = (client: pg.ClientBase, target: string): Writable =>
  client.query(copyFrom(`COPY ${target}`))

/** Writes rows; `target` is a table with its columns, in the order of the rows' values. */
export async function copyInto(client: pg.ClientBase, target: string, rows: CopyRows): Promise<void> {
  if (rows.count === 0) return
  const stream = copyStream(client, `${target} FROM STDIN (FORMAT binary)`)
  const finished = once(stream, 'finish')
  stream.end(rows.bytes())
  await finished
}

const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const NULL = -1
/** After the last row. */
const END = -1
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1)
const TWO_32 = 2 ** 32

/** Rows in COPY's binary format, which neither side has to write as text and to read again. */
export class CopyRows {
  count = 0
  #buffer = Buffer.allocUnsafe(64 * 1024)
  #length = HEADER.copy(this.#buffer)

  begin(values: number): void {
    this.count++
    this.#reserve(2)
    this.#length = this.#buffer.writeInt16BE(values, this.#length)
  }

  bigint(value: number): void {
    this.#reserve(12)
    this.#buffer.writeInt32BE(8, this.#length)
    this.#buffer.writeInt32BE(Math.floor(value / TWO_32), this.#length + 4)
    this.#length = this.#buffer.writeUInt32BE(value >>> 0, this.#length + 8)
  }

  integer(value: number): void {
    this.#reserve(8)
    this.#buffer.writeInt32BE(4, this.#length)
    this.#length = this.#buffer.writeInt32BE(value, this.#length + 4)
  }

  /** A timestamptz, from ms. */
  time(ms: number): void {
    const micros = (ms - POSTGRES_EPOCH_MS) * 1000
    this.#reserve(12)
    this.#buffer.writeInt32BE(8, this.#length)
    this.#buffer.writeInt32BE(Math.floor(micros / TWO_32), this.#length + 4)
    this.#length = this.#buffer.writeUInt32BE(micros >>> 0, this.#length + 8)
  }

  /** A text or a JSON. */
  text(value: string | null): void {
    if (value === null) {
      this.#reserve(4)
      this.#length = this.#buffer.writeInt32BE(NULL, this.#length)
      return
    }
    // UTF-8 takes at most three bytes a code unit.
    this.#reserve(4 + 3 * value.length)
    const size = this.#buffer.write(value, this.#length + 4, 'utf8')
    this.#buffer.writeInt32BE(size, this.#length)
    this.#length += 4 + size
  }

  bytes(): Buffer {
    this.#reserve(2)
    this.#length = this.#buffer.writeInt16BE(END, this.#length)
    return this.#buffer.subarray(0, this.#length)
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#buffer.length, this.#length + bytes))
    this.#buffer.copy(larger, 0, 0, this.#length)
    this.#buffer = larger
  }
}

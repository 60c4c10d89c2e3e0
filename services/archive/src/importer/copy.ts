import type pg from 'pg'

/** A statement without parameters; a COPY FROM STDIN comes with its rows. */
export interface Statement {
  text: string
  rows?: CopyRows
}

/**
 * Runs statements in the client's current transaction. They and all their rows are sent at once: Postgres proceeds
 * without waiting for this process, which is busy with the next ones.
 */
export function runTogether(client: pg.ClientBase, statements: readonly Statement[]): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new Statements(statements, (error) => (error ? reject(error) : resolve())))
  })
}

/**
 * Several statements as one simple query. If one fails, Postgres skips the rest of the query and the rows that were
 * sent for it (PostgreSQL, Message Flow, COPY Operations).
 */
class Statements implements pg.Submittable {
  readonly #statements: readonly Statement[]
  readonly #done: (error?: Error) => void

  constructor(statements: readonly Statement[], done: (error?: Error) => void) {
    this.#statements = statements
    this.#done = done
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#statements.map(({ text }) => text).join(';'))
    const { stream } = connection
    stream.cork()
    for (const { rows } of this.#statements) {
      if (!rows) continue
      for (const bytes of rows.end()) {
        stream.write(message(COPY_DATA, bytes.length))
        stream.write(bytes)
      }
      stream.write(message(COPY_DONE, 0))
    }
    stream.uncork()
  }

  handleError(error: Error): void {
    this.#done(error)
  }

  handleReadyForQuery(): void {
    this.#done()
  }

  handleCopyInResponse(): void {}

  handleCommandComplete(): void {}
}

const COPY_DATA = 'd'
const COPY_DONE = 'c'

/** The header of a message: its type, and its length without the type. */
function message(type: string, bytes: number): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
  head.writeInt32BE(bytes + 4, 1)
  return head
}

const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const NONE = Buffer.alloc(0)
const NULL = -1
/** Follows the last row. */
const END = -1
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1)
const TWO_32 = 2 ** 32

/** How many bytes of rows make one message, unless a value needs more: Postgres holds a whole one in memory. */
const MESSAGE_BYTES = 256 * 1024

const LONG = 4096

/** Rows in COPY's binary format, which spares both sides formatting and parsing text. */
export class CopyRows {
  count = 0
  /** The full ones. */
  readonly #messages: Buffer[] = []
  #full = 0
  #buffer = NONE
  #length = 0

  begin(values: number): void {
    if (this.count++ === 0) {
      this.#reserve(HEADER.length)
      this.#length = HEADER.copy(this.#buffer)
    }
    this.#reserve(2)
    this.#length = this.#buffer.writeInt16BE(values, this.#length)
  }

  /** Their size so far. */
  get bytes(): number {
    return this.#full + this.#length
  }

  bigint(value: number | null): void {
    if (value === null) {
      this.text(null)
      return
    }
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
    // UTF-8 takes at most three bytes per code unit: measuring pays only for long text.
    this.#reserve(4 + (value.length > LONG ? Buffer.byteLength(value) : 3 * value.length))
    const size = this.#buffer.write(value, this.#length + 4, 'utf8')
    this.#buffer.writeInt32BE(size, this.#length)
    this.#length += 4 + size
  }

  /** All messages; nothing may be added afterwards. A message need not end at the end of a row. */
  end(): Buffer[] {
    this.#reserve(2)
    this.#length = this.#buffer.writeInt16BE(END, this.#length)
    return [...this.#messages, this.#buffer.subarray(0, this.#length)]
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return
    if (this.#length > 0) this.#messages.push(this.#buffer.subarray(0, this.#length))
    this.#full += this.#length
    this.#buffer = Buffer.allocUnsafe(Math.max(MESSAGE_BYTES, bytes))
    this.#length = 0
  }
}

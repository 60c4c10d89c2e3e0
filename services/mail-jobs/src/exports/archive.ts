import { jsonLine } from '@agora/shared/lines/json-line'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** Receives the pieces of the files in order; the next is made once one is taken. */
export type TakePiece = (file: number, position: number, bytes: Uint8Array) => Promise<void>

/** A file that exceeds this is closed, and another begun: larger ones cannot be delivered to members. In bytes. */
const FILE_BYTES = 16 * 1024 * 1024
const PIECE_BYTES = 512 * 1024

/** ZIP files of NDJSON and of files as they are, written as they grow: only one piece is in memory. */
export class ExportArchive {
  readonly #take: TakePiece
  readonly #sizes: number[] = []
  #zip: Zip | undefined
  #entry: { name: string; stream: ZipDeflate | ZipPassThrough } | undefined
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #position = 0
  #failure: Error | undefined

  constructor(take: TakePiece) {
    this.#take = take
  }

  /** Successive lines with the same name make one entry. */
  async add(name: string, lines: readonly unknown[]): Promise<void> {
    if (lines.length === 0) return
    if (this.#entry?.name !== name) this.#begin(name, new ZipDeflate(name, { level: 6 }))
    const text = lines.map(jsonLine).join('')
    this.#entry!.stream.push(Buffer.from(text))
    await this.#flush(PIECE_BYTES)
    if ((this.#sizes.at(-1) ?? 0) >= FILE_BYTES) await this.#endFile()
  }

  /** Successive bytes with the same name make one entry, which is in one file whole. */
  async addBytes(name: string, bytes: Uint8Array): Promise<void> {
    if (this.#entry?.name !== name) {
      if ((this.#sizes.at(-1) ?? 0) >= FILE_BYTES) await this.#endFile()
      this.#begin(name, new ZipPassThrough(name))
    }
    this.#entry!.stream.push(bytes)
    await this.#flush(PIECE_BYTES)
  }

  /** Returns the bytes of each file. */
  async end(): Promise<number[]> {
    if (this.#zip || this.#sizes.length === 0) {
      this.#open()
      await this.#endFile()
    }
    return this.#sizes
  }

  #open(): Zip {
    if (this.#zip) return this.#zip
    this.#sizes.push(0)
    this.#position = 0
    this.#zip = new Zip((error, bytes) => {
      if (error) this.#failure = error
      else this.#collect(bytes)
    })
    return this.#zip
  }

  #begin(name: string, stream: ZipDeflate | ZipPassThrough): void {
    const zip = this.#open()
    this.#entry?.stream.push(new Uint8Array(), true)
    zip.add(stream)
    this.#entry = { name, stream }
  }

  #collect(bytes: Uint8Array): void {
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    this.#sizes[this.#sizes.length - 1]! += bytes.length
  }

  async #flush(atLeast: number): Promise<void> {
    if (this.#failure) throw this.#failure
    if (this.#waitingBytes < atLeast || this.#waitingBytes === 0) return
    const bytes = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    await this.#take(this.#sizes.length, this.#position, bytes)
    this.#position += 1
  }

  async #endFile(): Promise<void> {
    this.#entry?.stream.push(new Uint8Array(), true)
    this.#entry = undefined
    this.#zip?.end()
    this.#zip = undefined
    await this.#flush(1)
  }
}

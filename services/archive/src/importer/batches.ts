import type { Rejection, Rejects } from '@agora/shared/lines/rejects'
import type { Source } from '@agora/shared/lines/source'
import type { Part } from './parts.ts'
import type { Found } from './records.ts'
import type { ImportSession } from './session.ts'
import { addToTotal, type Position, savePosition } from './store-progress.ts'
import type { ArchiveWriter } from './writer.ts'

/** How many bytes of lines, and characters of the records read for them, end a batch early. */
const BATCH_BYTES = 64 * 1024 * 1024

export interface BatchOptions {
  session: ImportSession
  writer: ArchiveWriter
  source: Source
  rejects: Rejects
  /** How many observations and rejected lines become one transaction, roughly. */
  size: number
  /** Where the first one begins. */
  from: Position
  onReject: ((rejection: Rejection) => void) | undefined
}

/**
 * Stores parts as batches: the rows and the position in the file after them are one transaction. The next batch is
 * prepared while Postgres still works on the last.
 */
export class Batches {
  readonly #options: BatchOptions
  /** The position after the batches that have ended, whether or not Postgres has finished the last of them. */
  #ended: Position
  /** The position including the current batch. */
  #reached: Position
  /** Without the lines themselves, which may be large. */
  #rejections: Rejection[] = []
  #isOpen = false
  #bytes = 0
  #committing: Promise<unknown> = Promise.resolve()

  constructor(options: BatchOptions) {
    this.#options = options
    this.#ended = this.#reached = options.from
  }

  /** Merges a part, and ends the batch if it is large enough. Returns the position reached. */
  async add(part: Part, found: Found): Promise<Position> {
    const { session, writer, rejects, size } = this.#options
    if (!this.#isOpen) session.query('BEGIN')
    this.#isOpen = true
    await writer.merge(found)
    const { position, lines, stored, rejected, rejectsBytes } = this.#reached
    this.#reached = {
      position: position + part.bytes,
      lines: lines + part.lines,
      stored: stored + part.observations.length,
      rejected: rejected + part.rejections.length,
      rejectsBytes,
    }
    await rejects.append(part.rejections)
    for (const { text: _, ...rejection } of part.rejections) this.#rejections.push(rejection)
    this.#bytes += part.bytes + found.characters
    const { stored: begin, rejected: rejectedBefore } = this.#ended
    const count = this.#reached.stored - begin + this.#reached.rejected - rejectedBefore
    if (count >= size || this.#bytes >= BATCH_BYTES) await this.#end()
    return this.#reached
  }

  /** Ends the current batch. Returns the committed position. */
  async end(): Promise<Position> {
    await this.#end()
    await this.#committing
    return this.#ended
  }

  /** The same, but waits only for the batch before. */
  async #end(): Promise<void> {
    if (!this.#isOpen) return
    const { session, writer, source, rejects, onReject } = this.#options
    await this.#committing
    const merged = await writer.flush()
    const reached = { ...this.#reached, rejectsBytes: await rejects.sync() }
    const { stored, rejected } = this.#ended
    const rejections = this.#rejections
    this.#committing = Promise.all([
      source.identity && savePosition(session, source.name, source.identity, reached),
      addToTotal(session, reached.stored - stored, reached.rejected - rejected),
      session.commit(),
    ]).then(() => {
      writer.forget(merged)
      for (const rejection of rejections) onReject?.(rejection)
    })
    // If it fails, everything after it fails with the reason.
    this.#committing.catch(() => undefined)
    this.#ended = this.#reached = reached
    this.#rejections = []
    this.#isOpen = false
    this.#bytes = 0
  }
}

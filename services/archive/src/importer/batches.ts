import type { Part } from './parts.ts'
import { addToTotal, type Position, savePosition } from './progress-store.ts'
import type { Sought } from './records.ts'
import type { Rejection, Rejects } from './rejects.ts'
import type { ImportSession } from './session.ts'
import type { Source } from './source.ts'
import type { ArchiveWriter } from './writer.ts'

/** How many bytes of lines, and characters of the records read for them, end a batch before it has as many. */
const BATCH_BYTES = 64 * 1024 * 1024

export interface BatchOptions {
  session: ImportSession
  writer: ArchiveWriter
  source: Source
  rejects: Rejects
  /** How many observations and rejected lines become one transaction, about. */
  size: number
  /** Where the first one begins. */
  from: Position
  onReject: ((rejection: Rejection) => void) | undefined
}

/** Stores parts as batches: the rows and the place in the file after them are one transaction. */
export class Batches {
  readonly #options: BatchOptions
  /** What is stored for good. */
  #stored: Position
  /** The same with what the batch under way holds. */
  #reached: Position
  /** Without the lines themselves, which may be large. */
  #rejections: Rejection[] = []
  #isOpen = false
  #bytes = 0

  constructor(options: BatchOptions) {
    this.#options = options
    this.#stored = this.#reached = options.from
  }

  /** Merges a part, and ends the batch with it where it is large enough. Answers how far it has come. */
  async add(part: Part, sought: Sought): Promise<Position> {
    const { session, writer, rejects, size } = this.#options
    if (!this.#isOpen) await session.query('BEGIN')
    this.#isOpen = true
    await writer.merge(sought)
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
    this.#bytes += part.bytes + sought.characters
    const { stored: begin, rejected: rejectedBefore } = this.#stored
    const count = this.#reached.stored - begin + this.#reached.rejected - rejectedBefore
    if (count >= size || this.#bytes >= BATCH_BYTES) await this.end()
    return this.#reached
  }

  /** Ends the batch under way. Answers what is stored for good. */
  async end(): Promise<Position> {
    if (!this.#isOpen) return this.#stored
    const { session, writer, source, rejects, onReject } = this.#options
    await writer.flush()
    const rejectsBytes = await rejects.sync()
    const reached = { ...this.#reached, rejectsBytes }
    if (source.identity) await savePosition(session, source.name, source.identity, reached)
    const { stored, rejected } = this.#stored
    await addToTotal(session, reached.stored - stored, reached.rejected - rejected)
    await session.commit()
    writer.forget()
    for (const rejection of this.#rejections) onReject?.(rejection)
    this.#stored = this.#reached = reached
    this.#rejections = []
    this.#isOpen = false
    this.#bytes = 0
    return reached
  }
}

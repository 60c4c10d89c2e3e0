import { VERSION } from '@agora/moving/format/lines'
import { readLine } from '@agora/moving/format/reader'
import { type Region, readRegions } from '@agora/shared/lines/lines'
import type { Rejection, Rejects } from '@agora/shared/lines/rejects'
import type { Source } from '@agora/shared/lines/source'
import { Batch } from './batch.ts'
import type { ImportContext } from './context.ts'
import { redirectLinks } from './links.ts'
import type { References } from './references.ts'
import { type Note, Report } from './report.ts'
import { forgetPosition, type Position, savePosition } from './store-progress.ts'
import { dropKeptThreads } from './store-threads.ts'
import { type PreparedBatch, prepareBatch, writeBatch } from './write-batch.ts'

export interface ImportOptions {
  context: ImportContext
  source: Source
  /** Where to start: at the beginning, or where an earlier one was interrupted. */
  from: Position
  /** Where rejections and notes are stored. */
  reports: Rejects
  /** What the source passed over, in sentences; complete when it has been read. */
  left: readonly string[]
  /** How many lines become one transaction, roughly. */
  batchSize: number
  /** Called for each rejection and note once its batch is committed. */
  onReport?: (one: Rejection | Note) => void
  onProgress?: (position: Position) => void
  /** Ends the import after the current lines; it can be resumed. */
  signal: AbortSignal
}

export interface ImportResult extends Position {
  /** False if the signal ended it. */
  complete: boolean
  report: Report
  /** Links that still lead to the old forum. */
  oldLinks: number
}

export const BATCH_SIZE = 500
/** How many bytes of lines end a batch early. */
const BATCH_BYTES = 8 * 1024 * 1024
/** How many pieces of bodies do so, which take more memory than their lines. */
const BATCH_PIECES = 500_000
/** More than any valid line: a body of the maximum length, fully escaped. */
const MAX_LINE_BYTES = 4 * 1024 * 1024

/** Imports a forum. A batch's lines and the position in the file after it are one transaction. */
export async function importForum(options: ImportOptions): Promise<ImportResult> {
  const { context, source, signal } = options
  const importing = new Importing(options)
  const regions = readRegions(source.read(options.from.position, signal), MAX_LINE_BYTES, options.from)
  try {
    for await (const region of regions) {
      await importing.take(region)
      if (signal.aborted) break
    }
  } catch (error) {
    if (!(signal.aborted && error instanceof Error && error.name === 'AbortError')) throw error
  }
  const reached = await importing.end()
  const { report } = importing
  if (signal.aborted) return { ...reached, complete: false, report, oldLinks: 0 }
  if (reached.position < (source.size ?? 0))
    throw new Error(`${source.name} has become shorter than it was when the import began`)
  const dropped = await context.db.transaction((tx) => dropKeptThreads(tx, context.source))
  const left = [...options.left, ...dropped.map((oldId) => `thread ${oldId} was not taken: it has no posts`)]
  for (const note of left) {
    const told = { line: reached.lines, note }
    await options.reports.append([told])
    options.onReport?.(told)
  }
  const oldLinks = await redirectLinks(context)
  await options.reports.sync()
  if (source.identity) await forgetPosition(context.db, source.identity)
  return { ...reached, complete: true, report, oldLinks }
}

class Importing {
  readonly report = new Report()
  readonly #options: ImportOptions
  #batch: Batch
  #rejections: Rejection[] = []
  #notes: Note[] = []
  #bytes = 0
  /** How far lines are read, and how far they are committed. */
  #read: { position: number; lines: number }
  #taken: Position
  #last: References | undefined
  #writing: Promise<void> = Promise.resolve()
  #isBegun: boolean

  constructor(options: ImportOptions) {
    this.#options = options
    this.#batch = new Batch(options.context.dialect)
    this.#read = this.#taken = options.from
    this.#isBegun = options.from.lines > 0
  }

  /** While Postgres takes one batch, the next one's bodies are rendered, and those after them read. */
  async take(region: Region): Promise<void> {
    region.lines.forEach((line, index) => {
      if (typeof line !== 'string') this.#rejections.push({ line: region.firstLine + index, ...line })
      else if (line.trim() !== '') this.#takeLine(region.firstLine + index, line)
    })
    this.#bytes += region.position - this.#read.position
    this.#read = { position: region.position, lines: region.firstLine + region.lines.length - 1 }
    const size = this.#batch.size + this.#rejections.length
    const isFull = this.#bytes >= BATCH_BYTES || this.#batch.pieces >= BATCH_PIECES
    if (isFull || size >= this.#options.batchSize) await this.#write()
  }

  async end(): Promise<Position> {
    await this.#write()
    await this.#writing
    return this.#taken
  }

  #takeLine(number: number, text: string): void {
    const read = readLine(text)
    if (!this.#isBegun) {
      if (typeof read === 'string' || read.line.type !== 'forum')
        throw new Error(
          `line ${number}: a forum begins with {"type":"forum","version":${VERSION}}` +
            (typeof read === 'string' ? ` (${read})` : ''),
        )
      this.#isBegun = true
    } else if (typeof read === 'string') this.#rejections.push({ line: number, reason: read })
    else {
      this.#batch.add(number, read.line)
      for (const note of read.notes) this.#notes.push({ line: number, note })
    }
  }

  async #write(): Promise<void> {
    const [batch, rejections, unusual, read] = [this.#batch, this.#rejections, this.#notes, this.#read]
    this.#batch = new Batch(this.#options.context.dialect)
    this.#rejections = []
    this.#notes = []
    this.#bytes = 0
    // A new section could make one of those a category that the batch before writes to.
    if (batch.lines.section.length > 0) await this.#writing
    const prepared = await prepareBatch(this.#options.context, batch, this.#last)
    this.#last = prepared.references
    await this.#writing
    this.#writing = this.#writeOne(prepared, rejections, unusual, read)
    // Whoever awaits it gets the error.
    this.#writing.catch(() => {})
  }

  async #writeOne(
    prepared: PreparedBatch,
    unread: readonly Rejection[],
    unusual: readonly Note[],
    read: { position: number; lines: number },
  ): Promise<void> {
    const { context, source, reports, onReport, onProgress } = this.#options
    let told: (Rejection | Note)[] = []
    let reached = this.#taken
    const report = await writeBatch(context, prepared, async (tx, { rejections, notes }) => {
      told = [...unread, ...unusual, ...rejections, ...notes].sort((one, other) => one.line - other.line)
      await reports.append(told)
      const rejected = unread.length + rejections.length
      reached = {
        ...read,
        taken: this.#taken.taken + prepared.batch.size - rejections.length,
        rejected: this.#taken.rejected + rejected,
        reported: await reports.sync(),
      }
      if (source.identity) await savePosition(tx, source.name, source.identity, reached)
    })
    this.#taken = reached
    this.report.add(report)
    for (const one of told) onReport?.(one)
    onProgress?.(reached)
  }
}

import { rowReads } from '@agora/shared/database/row-reads'
import type { Transaction } from '@agora/shared/database/sql'
import { readRegions } from '@agora/shared/lines/lines'
import { noRejects, type Rejection, rejectsFile } from '@agora/shared/lines/rejects'
import type { Source } from '@agora/shared/lines/source'
import type pg from 'pg'
import { orderCollections } from '../backfill/collections.ts'
import type { ObservationReader } from '../observations/reader.ts'
import { Batches } from './batches.ts'
import { type Part, readParts } from './parts.ts'
import type { Found } from './records.ts'
import { ImportSession, openFinder } from './session.ts'
import { beginning, findPosition, forgetPosition, type Position } from './store-progress.ts'
import { ArchiveWriter } from './writer.ts'

export interface ImportOptions {
  /** Two connections of its own, since it changes their settings: one to write, one to find records. */
  client: pg.ClientBase
  finder: pg.ClientBase
  source: Source
  reader: ObservationReader
  /** Where rejected lines are stored, if anywhere. */
  rejectsPath: string | undefined
  /** How many observations become one transaction, roughly. */
  batchSize?: number
  /**
   * Called with the starting position once it is the only importer: the beginning, or where an earlier one was
   * interrupted.
   */
  onStart?: (from: Position) => void
  onReject?: (rejection: Rejection) => void
  /** Called after each part with the position reached, of which the batches that have ended are stored for good. */
  onProgress?: (position: Position) => void
  /** Ends the import after the current part, or when the source does; it can be resumed. */
  signal?: AbortSignal
}

export interface ImportResult extends Position {
  /** False if the signal ended it. */
  complete: boolean
}

/** The larger, the less often a frequently observed record is written; memory is the limit. */
export const BATCH_SIZE = 98_304

/** The longest line in bytes: there are accounts of 16,000 creatures, of more than a megabyte. */
const MAX_LINE_BYTES = 16 * 1024 * 1024

/** The number of parts in which a batch is looked up and merged. */
const PARTS = 24

/** How many parts are read, and their records looked up, ahead of merging. */
const PARTS_AHEAD = 4

/** Ends a batch after this long without another part, in milliseconds: a pipe may be silent for hours. */
const IDLE_MS = 5_000

/**
 * Imports observations. The rows of a batch and the position in the file after it are one transaction: a killed import
 * resumes after the last one, and importing something twice changes nothing.
 *
 * @throws ImportBusyError while another import is at work.
 */
export async function importObservations(options: ImportOptions): Promise<ImportResult> {
  const failure = new AbortController()
  const fail = (error: unknown) => failure.abort(error)
  const connections = [options.client, options.finder]
  for (const connection of connections) connection.once('error', fail)
  try {
    return await importWhole(options, failure)
  } catch (error) {
    // What broke a connection says more than what its later statements report.
    throw failure.signal.aborted ? failure.signal.reason : error
  } finally {
    for (const connection of connections) connection.off('error', fail)
  }
}

async function importWhole(options: ImportOptions, failure: AbortController): Promise<ImportResult> {
  const { client, finder, source, rejectsPath, batchSize = BATCH_SIZE, onReject } = options
  const session = await ImportSession.open(client)
  await finishBackfill(client)
  const writer = new ArchiveWriter(session, await openFinder(finder))
  const resumed = source.identity && (await findPosition(session, source.name, source.identity))
  const from: Position = resumed || beginning
  options.onStart?.(from)
  const rejects = rejectsPath === undefined ? noRejects : await rejectsFile(rejectsPath, from.rejectsBytes)
  const batches = new Batches({ session, writer, source, rejects, size: batchSize, from, onReject })
  try {
    const isWhole = await mergeAll(options, failure, writer, batches, from)
    const reached = await batches.end()
    if (!isWhole) return { ...reached, complete: false }
    if (reached.position < (source.size ?? 0))
      throw new Error(`${source.name} has become shorter than it was when the import began`)
    await finish(session, source)
    return { ...reached, complete: true }
  } finally {
    await rejects.close()
  }
}

/** The import compares with what is stored, which must be in the same form. */
async function finishBackfill(client: pg.ClientBase): Promise<void> {
  const tx: Transaction = { ...rowReads, inTransaction: true, query: (statement) => client.query(statement) }
  for (let state = 'more'; state === 'more'; ) {
    await client.query('BEGIN')
    state = await orderCollections(tx)
    await client.query('COMMIT')
  }
}

/**
 * Merges parts one after another while later ones are read; false if the signal left some out. A failure ends the
 * reading too: a pipe may be silent for hours.
 */
async function mergeAll(
  { source, reader, batchSize = BATCH_SIZE, signal, onProgress }: ImportOptions,
  failure: AbortController,
  writer: ArchiveWriter,
  batches: Batches,
  from: Position,
): Promise<boolean> {
  const fail = (error: unknown) => failure.abort(error)
  const ended = AbortSignal.any([failure.signal, ...(signal ? [signal] : [])])

  let isWhole = true
  const merge = async (part: Part, finding: Promise<Found>) => {
    if (signal?.aborted) {
      isWhole = false
      return
    }
    const reached = await batches.add(part, await finding)
    onProgress?.(reached)
  }
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<unknown>) => {
    last = last.then(work)
    last.catch(fail)
    return last
  }
  let idle: NodeJS.Timeout | undefined
  const ahead: Promise<unknown>[] = []
  try {
    const regions = readRegions(source.read(from.position, ended), MAX_LINE_BYTES, from)
    try {
      for await (const part of readParts(regions, from.position, reader, Math.ceil(batchSize / PARTS))) {
        clearTimeout(idle)
        const finding = writer.find(part.observations)
        finding.catch(fail)
        ahead.push(inTurn(() => merge(part, finding)))
        if (ahead.length > PARTS_AHEAD) await ahead.shift()
        if (!isWhole) break
        idle = setTimeout(() => inTurn(() => batches.end()), IDLE_MS)
      }
    } finally {
      // From here on nothing that is waited for is added to the queue.
      clearTimeout(idle)
    }
    await last
  } catch (error) {
    await last.catch(() => undefined)
    if (failure.signal.aborted || !(signal?.aborted && error instanceof Error && error.name === 'AbortError'))
      throw error
    isWhole = false
  }
  return isWhole
}

/** The last commit waits for the disk, and with it all before. */
async function finish(session: ImportSession, source: Source): Promise<void> {
  await session.query('SET synchronous_commit = on')
  await session.query('BEGIN')
  if (source.identity) await forgetPosition(session, source.identity)
  // A transaction that wrote nothing would not wait; this makes it write.
  await session.query('SELECT pg_current_xact_id()')
  await session.commit()
}

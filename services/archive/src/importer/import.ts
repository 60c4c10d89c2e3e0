import type pg from 'pg'
import type { Observation, ObservationReader } from '../observations/reader.ts'
import { storeBatch } from './batch.ts'
import { type Region, readRegions } from './lines.ts'
import { lockArchive } from './lock.ts'
import {
  addToTotal,
  beginning,
  findPosition,
  forgetPosition,
  type Position,
  savePosition,
} from './progress-store.ts'
import { noRejects, type Rejection, type Rejects, rejectsFile } from './rejects.ts'
import type { Source } from './source.ts'
import { prepareSession } from './store.ts'

export interface ImportOptions {
  /** A connection of its own, which the import changes the settings of. */
  client: pg.ClientBase
  source: Source
  reader: ObservationReader
  /** Where rejected lines are kept, unless nowhere. */
  rejectsPath: string | undefined
  /** How many observations become one transaction, about. */
  batchSize?: number
  /** Told where it begins, once it is the only importer: at the beginning, or where an earlier one was interrupted. */
  onStart?: (from: Position) => void
  onReject?: (rejection: Rejection) => void
  /** Told after each batch what is stored for good. */
  onProgress?: (position: Position) => void
  /** Ends the import after the batch under way, or when the source says so; it can be resumed. */
  signal?: AbortSignal
}

export interface ImportResult extends Position {
  /** False where the signal ended it. */
  complete: boolean
}

/** The more, the more rarely a record is found and rewritten that is observed often; the memory they take is the bound. */
export const BATCH_SIZE = 49_152

/** The first ones are smaller, each twice the one before: Postgres soon has something to do, and the display to show. */
const FIRST_BATCH_SIZE = 6_144

/** How many bytes of lines end a batch before it has as many: lines may be a thousand times as long as most are. */
const BATCH_BYTES = 64 * 1024 * 1024

interface Batch {
  observations: Observation[]
  rejections: Rejection[]
  /** Where the source stands after it. */
  position: number
  lines: number
}

/**
 * Imports observations. The rows of a batch and the place in the file after it are one transaction: an import that
 * was killed goes on behind the last one, and what is imported twice changes nothing.
 *
 * @throws ArchiveBusyError while another import is at work.
 */
export async function importObservations(options: ImportOptions): Promise<ImportResult> {
  const { client, source, reader, rejectsPath, batchSize = BATCH_SIZE, signal } = options
  await lockArchive(client)
  await prepareSession(client)
  const resumed = source.identity && (await findPosition(client, source.name, source.identity))
  let reached: Position = resumed || beginning
  options.onStart?.(reached)
  const rejects = rejectsPath === undefined ? noRejects : await rejectsFile(rejectsPath, reached.rejectsBytes)

  const store = async (batch: Batch) => {
    reached = await commitBatch(client, source, rejects, reached, batch)
    for (const rejection of batch.rejections) options.onReject?.(rejection)
    options.onProgress?.(reached)
  }

  // While Postgres stores one batch the next one is read.
  let storing = Promise.resolve()
  try {
    const regions = readRegions(source.read(reached.position), reached)
    for await (const batch of batches(regions, reached.position, reader, batchSize)) {
      await storing
      if (signal?.aborted) return { ...reached, complete: false }
      storing = store(batch)
      storing.catch(() => undefined)
    }
    await storing
    if (reached.position < (source.size ?? 0))
      throw new Error(`${source.name} has become shorter than it was when the import began`)
    await finish(client, source)
    return { ...reached, complete: true }
  } catch (error) {
    if (!(signal?.aborted && error instanceof Error && error.name === 'AbortError')) throw error
    await storing
    return { ...reached, complete: false }
  } finally {
    await storing.catch(() => undefined)
    await rejects.close()
  }
}

async function* batches(
  regions: AsyncIterable<Region>,
  from: number,
  reader: ObservationReader,
  size: number,
): AsyncGenerator<Batch> {
  let batch: Batch | undefined
  let begin = from
  let enough = Math.min(size, FIRST_BATCH_SIZE)
  for await (const region of regions) {
    batch ??= { observations: [], rejections: [], position: 0, lines: 0 }
    readRegion(region, reader, batch)
    if (batch.observations.length + batch.rejections.length < enough && region.position - begin < BATCH_BYTES)
      continue
    begin = region.position
    enough = Math.min(size, 2 * enough)
    yield batch
    batch = undefined
  }
  if (batch) yield batch
}

/** Adds what a region holds; blank lines are passed over. */
function readRegion(region: Region, reader: ObservationReader, batch: Batch): void {
  region.lines.forEach((line, index) => {
    const number = region.firstLine + index
    if (typeof line !== 'string') {
      batch.rejections.push({ line: number, ...line })
    } else if (line !== '' && line.trim() !== '') {
      const read = reader.read(line)
      if (typeof read !== 'string') {
        batch.observations.push(read)
      } else {
        const isCut = read === 'not JSON' && region.isCut && index === region.lines.length - 1
        const reason = isCut ? 'not JSON: the input may have been cut off here' : read
        batch.rejections.push({ line: number, reason, text: line })
      }
    }
  })
  batch.lines += region.lines.length
  batch.position = region.position
}

async function commitBatch(
  client: pg.ClientBase,
  source: Source,
  rejects: Rejects,
  before: Position,
  batch: Batch,
): Promise<Position> {
  await client.query('BEGIN')
  await storeBatch(client, batch.observations)
  const after: Position = {
    position: batch.position,
    lines: before.lines + batch.lines,
    stored: before.stored + batch.observations.length,
    rejected: before.rejected + batch.rejections.length,
    rejectsBytes: await rejects.append(batch.rejections),
  }
  if (source.identity) await savePosition(client, source.name, source.identity, after)
  await addToTotal(client, batch.observations.length, batch.rejections.length)
  await client.query('COMMIT')
  return after
}

/** The last commit waits for the disk, and with it all before. */
async function finish(client: pg.ClientBase, source: Source): Promise<void> {
  await client.query('SET synchronous_commit = on')
  await client.query('BEGIN')
  if (source.identity) await forgetPosition(client, source.identity)
  // A transaction that wrote nothing has nothing to wait for; this makes it one that did.
  await client.query('SELECT pg_current_xact_id()')
  await client.query('COMMIT')
}

import type { Snapshot } from '@agora/shared/database/snapshot'
import type { Source } from '@agora/shared/lines/source'
import { written } from '@agora/shared/lines/written'
import type { RecordType } from '../observations/types.ts'
import {
  openEternaltwin,
  readGameACreatures,
  readGameAUsers,
  readGameBUsers,
  readGameCUsers,
  readLeft,
} from './store.ts'

const readers = {
  GameAUser: readGameAUsers,
  GameACreature: readGameACreatures,
  GameBUser: readGameBUsers,
  GameCUser: readGameCUsers,
} satisfies Partial<Record<RecordType, unknown>>

/** The archive of an Eternaltwin as observations. */
export async function openSource(
  url: string,
): Promise<{ source: Source; left: string[]; close(): Promise<void> }> {
  const database = await openEternaltwin(url)
  const left: string[] = []
  const source: Source = {
    name: 'Eternaltwin',
    // A resumed import reads from the beginning: what is stored changes nothing.
    identity: undefined,
    size: undefined,
    read: (_position, signal) => written(observationsOf(database, left), signal),
  }
  return { source, left, close: () => database.close() }
}

/** Adds to `left` what it passes over. */
async function* observationsOf(database: Snapshot, left: string[]): AsyncGenerator<object> {
  for (const [type, read] of Object.entries(readers))
    for await (const { server, id, at, seen } of read(database))
      yield { type, ...(server === null ? {} : { server }), id, retrieved_at: at.toISOString(), ...seen }
  left.push(...(await readLeft(database)))
}

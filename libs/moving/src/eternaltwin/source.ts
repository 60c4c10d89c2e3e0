import type { Snapshot } from '@agora/shared/database/snapshot'
import type { Source } from '@agora/shared/lines/source'
import { written } from '@agora/shared/lines/written'
import { type Line, VERSION } from '../format/lines.ts'
import { linesOfForum, linesOfSections } from './content.ts'
import { linesOfClients, linesOfGameLinks, linesOfNames, linesOfRoles, linesOfUsers } from './people.ts'
import { openEternaltwin } from './store.ts'
import { readLeft } from './store-forum.ts'

/** An Eternaltwin as the lines that reproduce it. */
export async function openSource(
  url: string,
  key: string,
): Promise<{ source: Source; left: string[]; close(): Promise<void> }> {
  const database = await openEternaltwin(url, key)
  const left: string[] = []
  const source: Source = {
    name: 'Eternaltwin',
    // A resumed import reads from the beginning and skips what was imported.
    identity: undefined,
    size: undefined,
    read: (_position, signal) => written(linesOf(database, key, left), signal),
  }
  return { source, left, close: () => database.close() }
}

/** Adds to `left` what it passes over. */
async function* linesOf(database: Snapshot, key: string, left: string[]): AsyncGenerator<Line> {
  yield { type: 'forum', version: VERSION }
  yield* linesOfSections(database)
  yield* linesOfUsers(database, key, left)
  yield* linesOfNames(database)
  yield* linesOfRoles(database)
  yield* linesOfClients(database, key)
  yield* linesOfGameLinks(database)
  yield* linesOfForum(database)
  left.push(...(await readLeft(database)))
}

import type { AgoraConfig } from '@agora/shared/config/agora-file'
import type pg from 'pg'
import { importObservations } from '../importer/import.ts'
import { createObservationReader } from '../observations/reader.ts'
import { sampleLines } from './generate.ts'

const SAMPLE = { seed: 1, observations: 600, subjects: 8 }

/** Fills an empty archive with a few invented records; returns the number of observations. */
export async function loadSample(
  connect: () => Promise<pg.ClientBase>,
  games: AgoraConfig['games'],
): Promise<number> {
  const client = await connect()
  const { rowCount } = await client.query('SELECT FROM record LIMIT 1')
  if (rowCount !== 0) return 0
  async function* chunks() {
    yield Buffer.from([...sampleLines({ ...SAMPLE, games })].join('\n'))
  }
  const { stored } = await importObservations({
    client,
    finder: await connect(),
    source: { name: 'the sample', identity: undefined, size: undefined, read: chunks },
    reader: createObservationReader(games),
    rejectsPath: undefined,
  })
  return stored
}

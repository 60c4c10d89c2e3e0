import { createDatabase } from '@agora/shared/database/database'
import { createTestDatabase } from '@agora/testing/test-postgres'
import { pino } from 'pino'
import { createPostgresEngine } from '../src/areas/search/postgres/engine.ts'
import { holdsSearchContract } from './helpers/search-engine-contract.ts'

holdsSearchContract('Postgres’ full text search', async () => {
  const database = await createTestDatabase()
  const db = createDatabase({
    url: database.urls.forum,
    schema: 'forum',
    size: 2,
    name: 'search-test',
    plansOnce: true,
  })
  return {
    engine: createPostgresEngine(db, pino({ level: 'silent' })),
    close: async () => {
      await db.close()
      await database.drop()
    },
  }
})

// A consumer that is killed after its transaction has committed and before it acknowledges.
import { userCreatedV1 } from '@agora/shared/contracts/events/identity-v1'
import { transactions } from '@agora/shared/database/database'
import { createPool } from '@agora/shared/database/pool'
import { sql } from '@agora/shared/database/sql'
import { startConsumer } from '@agora/shared/messaging/consumer'
import { connectNats } from '@agora/shared/messaging/nats'
import { pino } from 'pino'
import { Registry } from 'prom-client'

const logger = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
const { DATABASE_URL = '', NATS_URL = '', DURABLE = '' } = process.env
const pool = createPool({ url: DATABASE_URL, schema: 'app', size: 2, name: 'child' })
const inTransaction = transactions(pool)

startConsumer({
  nats: connectNats({ url: NATS_URL, name: 'child', logger }),
  stream: 'IDENTITY',
  durable: DURABLE,
  filter: 'identity.user.>',
  start: 'next',
  events: [userCreatedV1],
  ackWaitMs: 1_000,
  transaction: async (work) => {
    await inTransaction(work)
    process.kill(process.pid, 'SIGKILL')
    return new Promise(() => {})
  },
  handle: async (event, tx) => {
    await tx.query(
      sql`INSERT INTO effect (event, key, sequence) VALUES (${event.id}, ${event.subject}, ${event.sequence})`,
    )
  },
  logger,
  registry: new Registry(),
})

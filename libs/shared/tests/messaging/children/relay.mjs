// A relay in a process of its own, to be killed.
import { createPool } from '@agora/shared/database/pool'
import { connectNats } from '@agora/shared/messaging/nats'
import { startRelay } from '@agora/shared/messaging/relay'
import { pino } from 'pino'
import { Registry } from 'prom-client'

const logger = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
const { DATABASE_URL = '', NATS_URL = '' } = process.env
startRelay({
  pool: createPool({ url: DATABASE_URL, schema: 'app', size: 1, name: 'child' }),
  nats: connectNats({ url: NATS_URL, name: 'child', logger }),
  service: 'test',
  logger,
  registry: new Registry(),
})

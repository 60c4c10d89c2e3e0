import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startNats } from '@agora/suite/servers/nats'
import { type PostgresServer, startPostgres } from '@agora/suite/servers/postgres'
import type { StoreServer } from '@agora/suite/servers/server'
import { temporaryFolder } from '@agora/suite/temporary'
import { AckPolicy, DeliverPolicy, type JetStreamManager } from 'nats'
import pg from 'pg'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import type { Envelope } from '../../src/contracts/events/event.ts'
import { newId } from '../../src/contracts/ids.ts'
import { createPool } from '../../src/database/pool.ts'
import { connectNats, type Nats, type NatsLink } from '../../src/messaging/nats.ts'

/** The tables of the models in the modules' documentation, and one for effects. */
const tables = `
  CREATE SCHEMA app;
  CREATE TABLE app.outbox_event (
    seq bigserial PRIMARY KEY, id uuid NOT NULL UNIQUE, subject text NOT NULL, type text NOT NULL, key text NOT NULL,
    data jsonb NOT NULL, traceparent text, created_at timestamptz(3) NOT NULL DEFAULT now());
  CREATE TABLE app.consumed_event (
    consumer text, id uuid, consumed_at timestamptz(3) NOT NULL DEFAULT now(), PRIMARY KEY (consumer, id));
  CREATE TABLE app.known_user (
    id uuid PRIMARY KEY, display_name text NOT NULL, created_at timestamptz(3) NOT NULL,
    sequence bigint NOT NULL DEFAULT 0, erased_at timestamptz(3));
  CREATE TABLE app.effect (position bigserial PRIMARY KEY, event text NOT NULL, key text NOT NULL, sequence text NOT NULL);
`

export const logger = pino({ level: process.env.LOG_LEVEL ?? 'silent' })

export interface Ground {
  postgres: PostgresServer
  nats: StoreServer
  /** A pool on a database of its own, closed with the ground. */
  database(): Promise<{ url: string; pool: pg.Pool }>
  stop(): Promise<void>
}

/** Real servers for one test file. */
export async function startGround(): Promise<Ground> {
  const folder = temporaryFolder('messaging')
  const [postgres, nats] = await Promise.all([
    startPostgres({ folder: path.join(folder.path, 'postgres'), durable: false }),
    startNats({ folder: path.join(folder.path, 'nats') }),
  ])
  const pools: pg.Pool[] = []
  const database = async () => {
    const name = `test_${newId().replaceAll('-', '')}`
    const admin = new pg.Client({ connectionString: postgres.url })
    await admin.connect()
    await admin.query(`CREATE DATABASE ${name}`)
    await admin.end()
    const url = postgres.urlOf(name)
    const pool = createPool({ url, schema: 'app', size: 20, name: 'test' })
    pools.push(pool)
    await pool.query(tables)
    return { url, pool }
  }
  const stop = async () => {
    await Promise.all(pools.map((pool) => pool.end()))
    await Promise.all([postgres.stop(), nats.stop()])
    folder.remove()
  }
  return { postgres, nats, database, stop }
}

/** Waits for a condition, however slow the machine. */
export async function until<Value>(condition: () => Promise<Value> | Value): Promise<NonNullable<Value>> {
  for (let tries = 0; tries < 4_000; tries += 1) {
    const value = await condition()
    if (value) return value as NonNullable<Value>
    await sleep(20)
  }
  throw new Error(`it never came true: ${condition}`)
}

export const connectTo = (server: StoreServer): Nats => connectNats({ url: server.url, name: 'test', logger })
export const linkOf = (nats: Nats): Promise<NatsLink> => until(() => nats.link())
export const registry = () => new Registry()

/** Everything published under a subject so far, in stream order. */
export async function published(jsm: JetStreamManager, link: NatsLink, subject: string): Promise<Envelope[]> {
  const stream = subject.startsWith('moderation.') ? 'MODERATION' : 'IDENTITY'
  const { name } = await jsm.consumers.add(stream, {
    filter_subject: subject,
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.All,
  })
  const consumer = await link.js.consumers.get(stream, name)
  const events: Envelope[] = []
  for (let pending = (await consumer.info()).num_pending; pending > 0; pending -= 1) {
    const message = await consumer.next({ expires: 10_000 })
    if (message) events.push(message.json<Envelope>())
  }
  await consumer.delete()
  return events
}

export interface ChildRun {
  process: ChildProcess
  /** Resolves with the signal or exit code of its end. */
  ended: Promise<NodeJS.Signals | number | null>
}

/** Runs one of the programs in `children/`, which use the compiled library, as a process of its own. */
export function runChild(program: string, environment: Record<string, string>): ChildRun {
  if (!existsSync(new URL('../../dist/messaging/relay.js', import.meta.url))) {
    throw new Error('the library is not built: npm run build')
  }
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'children', program)], {
    env: { PATH: process.env.PATH, LOG_LEVEL: logger.level, ...environment },
    stdio: 'inherit',
  })
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code))
  })
  return { process: child, ended }
}

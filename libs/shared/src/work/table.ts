import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import type { Transaction } from '../database/sql.ts'
import type { AutoResetEvent } from '../lifecycle/auto-reset-event.ts'
import type { Attributes } from '../observability/spans.ts'

/**
 * Durable work: rows that are due, claimed with a lease, postponed or ended.
 *
 * The rows are the truth; a table says how to find, claim, renew and release them, one conditional statement on the
 * database's clock each. A queue in Redis spreads due rows over the replicas. It carries ids alone and may be
 * lost at any moment: rows that it does not take, or that wait in it for too long, are run without it.
 *
 * What holds, whichever process is killed between any two lines, and whatever Redis forgets:
 *
 * - No row is lost: it stays due until an end is committed, and a lease that is not renewed runs out.
 * - Only one process at a time holds a row. A process paused past its lease learns so from its `signal`, and writes
 *   nothing more about the row unless the ending is `certain`.
 * - What a run writes with its end is written once, in one transaction with it.
 * - What a run does to the world it may do again: a process that dies between the act and the end leaves a row
 *   that looks unbegun. Whoever needs more writes down that it begins, as a part of the act.
 */
export interface WorkTable<Claim extends Claimed> {
  /** Rows that wait for a process, those that wait longest first, and in how many milliseconds the next one will. */
  due(): Promise<{ rows: DueRow[]; nextInMs: number | null }>
  /** The row, now this process's; undefined where it is not due, ended or another's. */
  claim(id: string): Promise<Claim | undefined>
  /** Begins the lease anew. False where the row is no longer this process's. */
  renew(claim: Claim): Promise<boolean>
  /** Makes the row due again at once, where it is still this process's. */
  release(claim: Claim): Promise<void>
}

export interface DueRow {
  id: string
  /** Changes with every claim: a row is in the queue once a turn. */
  turn: number
  waitedMs: number
}

export interface Claimed {
  readonly id: string
  /** The trace of whoever asked for the work. */
  readonly traceparent: string | null
}

/** How a run ends: the row ended or postponed, with whatever belongs to it. */
export interface Ending {
  /** False where the row is no longer this process's; nothing else may be written then. */
  write: (tx: Transaction) => Promise<boolean>
  /** Called once `write` has been committed, to count and log it. */
  committed?: (() => void) | undefined
  /** It happened, whoever has the row by now: it is written however long the database is away. */
  certain?: boolean
}

export interface WorkOptions<Claim extends Claimed> {
  /** The queue's name, the same in every replica. */
  name: string
  db: Database
  redisUrl: string
  /** Where Redis's availability and the waiting time of rows are measured. */
  registry?: Registry
  table: WorkTable<Claim>
  leaseSeconds: number
  /** The most runs of this process at a time. */
  concurrency: number
  /** How long a closing process lets its runs continue before they must release their rows, in milliseconds. */
  graceMs?: number
  /** Set when a row may have become due. */
  wakeup: AutoResetEvent
  /**
   * Does the work. `signal` aborts when the lease is lost or the process closes: an error thrown then releases the row.
   * Any other error ends as `failed` says.
   */
  run: (claim: Claim, signal: AbortSignal, traceparent: string) => Promise<Ending>
  failed: (claim: Claim) => Ending
  /** What the run is in its trace. */
  step: (claim: Claim) => { name: string; attributes: Attributes }
  /** Told how due rows were brought to a process: by the queue, or without it. */
  dispatched?: (way: 'queue' | 'direct', count: number) => void
  logger: Logger
}

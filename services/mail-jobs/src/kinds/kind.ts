import type { Transaction } from '@agora/shared/database/sql'
import type { Context } from '../context.ts'

/** What a task came to, as its job shows it. */
export type TaskOutput = Record<string, unknown>

/** A task as the worker that holds its lease sees it. */
export interface ClaimedTask {
  readonly id: string
  readonly kind: string
  readonly version: number
  readonly state: unknown
  /** Counts this time too. */
  readonly attempts: number
  readonly leaseId: string
  /** Of whoever asked for it; of the run itself while it runs. */
  readonly traceparent: string | null
}

/**
 * What a run comes to. `effect` is written in the transaction that ends the run, and only if the task was still this
 * worker's to end; `evenLate` says that what happened happened, whoever holds the lease by now.
 */
export type TaskEnd =
  | { type: 'complete'; output: TaskOutput; effect?: Effect; evenLate?: boolean }
  | { type: 'retry'; delayMs: number; effect?: Effect }
type Effect = (tx: Transaction) => Promise<void>

/** A kind of task. A new one is a file in this folder and a line in `registry.ts`. */
export interface TaskKind {
  /** `^[A-Z][A-Za-z0-9]{0,31}$`. */
  readonly name: string
  /** Of the newest state layout that `run` reads; it reads all before it as well. */
  readonly version: number
  /** Judges the state of a job that an administrator creates. A kind without it is created by the service alone. */
  readonly acceptsState?: (state: unknown) => boolean
  /**
   * Does the work. `signal` aborts when the lease is lost or the process closes; what is thrown then gives the task
   * back. Anything else that is thrown is tried again.
   */
  run(context: Context, task: ClaimedTask, signal: AbortSignal): Promise<TaskEnd>
}

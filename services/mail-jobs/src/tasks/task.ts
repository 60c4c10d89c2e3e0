import type { Transaction } from '@agora/shared/database/sql'

/** A task's result, as its job shows it. */
export type TaskOutput = Record<string, unknown>

/** A task as the worker that holds its lease sees it. */
export interface ClaimedTask {
  readonly id: string
  readonly kind: string
  readonly version: number
  readonly state: unknown
  /** Including this time. */
  readonly attempts: number
  readonly leaseId: string
  /** The requester's; while the task runs, the run's own. */
  readonly traceparent: string | null
}

/**
 * The outcome of a run. `effect` is written in the transaction that ends the run, and only if the task was still this
 * worker's to end; `evenLate` says that the outcome is a fact, whoever holds the lease by now. `committed` is called once
 * after the commit.
 */
export type TaskEnd =
  | { type: 'complete'; output: TaskOutput; effect?: Effect; committed?: () => void; evenLate?: boolean }
  | { type: 'retry'; delayMs: number; effect?: Effect }
type Effect = (tx: Transaction) => Promise<void>

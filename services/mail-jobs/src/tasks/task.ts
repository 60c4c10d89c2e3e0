import type { Transaction } from '@agora/shared/database/sql'

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

import type { ClaimedTask, TaskEnd } from '../tasks/task.ts'

/** A kind of task. A new one is a file in this folder and a line in `registry.ts`. */
export interface TaskKind {
  /** `^[A-Z][A-Za-z0-9]{0,31}$`. */
  readonly name: string
  /** The newest state layout that `run` reads; it reads all earlier ones too. */
  readonly version: number
  /**
   * Validates the state of a job that an administrator creates. Without it, only the service creates jobs of this kind.
   */
  readonly acceptsState?: (state: unknown) => boolean
  /**
   * Does the work. `signal` aborts when the lease is lost or the process closes; anything thrown then gives the task
   * back. Any other error is retried.
   */
  run(task: ClaimedTask, signal: AbortSignal): Promise<TaskEnd>
}

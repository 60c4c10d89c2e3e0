import type { ClaimedTask, TaskEnd } from '../tasks/task.ts'

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
  run(task: ClaimedTask, signal: AbortSignal): Promise<TaskEnd>
}

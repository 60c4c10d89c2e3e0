import type { Queries, Transaction } from '@agora/shared/database/sql'
import type { NumberedChange } from '../changes/change.ts'
import type { ChangeKind } from '../generated/prisma/enums.ts'

/**
 * What follows from changes to content, in a file of its own. `engine.ts` calls it in one process at a time, with every
 * change in the order of commits; what it writes and its place in the log are one transaction.
 */
export interface Follower {
  /** In the table of places, in metrics and in logs: never changed. */
  readonly name: string
  readonly kinds: readonly ChangeKind[]
  /** The most changes in one transaction. */
  readonly atOnce: number
  /** What arrives within this time is followed together. In milliseconds. */
  readonly gatherMs: number
  /** In a rush it rests this many times as long as it has worked, so that writers come first. */
  readonly rest: number
  /** It does not rest while something has waited for longer, in seconds; always where it is left out. */
  readonly patience?: number
  /** The lock under which earlier versions did the same; its name where there were none. */
  readonly lock?: string
  /**
   * Follows changes of its kinds; there is at least one. Returns the number of the last one that it has followed, or
   * undefined for all. If it fails because of their data, they are tried again in halves, and one that fails alone is
   * postponed.
   */
  follow(tx: Transaction, changes: readonly NumberedChange[]): Promise<number | undefined>
  /** What else is done under its lock, while no change is waiting. */
  readonly backlog?: Backlog
  /** How its effect is made anew (`npm run forum:rebuild`), or why it cannot be. */
  readonly rebuild: Rebuild | string
}

/** Makes the effect on these threads anew, from what the tables hold; its transaction also records that they are done. */
export type Rebuild = (tx: Transaction, threads: readonly string[]) => Promise<void>

export interface Backlog {
  isDue(db: Queries): Promise<boolean>
  /** Does some of it. */
  work(tx: Transaction): Promise<void>
  /** How many times as long as it has worked it rests before it goes on; not at all where it is left out. */
  rest?(db: Queries): Promise<number>
  /** How long the oldest of it has waited, in seconds; 0 if there is none. */
  delay?(db: Queries): Promise<number>
}

import type { Exit } from './child.ts'

/** A store that this process starts and stops. */
export interface StoreServer {
  readonly name: string
  /** With credentials; the same after a restart. */
  readonly url: string
  readonly port: number
  /** Of the current process. */
  readonly pid: number
  /** Settles when the current process ends, asked or not. */
  readonly exited: Promise<Exit>
  /** Ends it cleanly; idempotent. */
  stop(): Promise<void>
  /** Ends it as a crash would. */
  kill(): Promise<void>
  /** Restarts it on the same port and data, stopping it first if it still runs. */
  restart(): Promise<void>
}

export function portTaken(name: string, port: number): Error {
  return new Error(`port ${port}, meant for ${name}, is taken by another program`)
}

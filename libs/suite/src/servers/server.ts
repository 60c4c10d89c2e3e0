import type { Exit } from './child.ts'

/** A store that this process started and stops again. */
export interface StoreServer {
  readonly name: string
  /** With credentials; the same after a restart. */
  readonly url: string
  readonly port: number
  /** Of the process that runs at present. */
  readonly pid: number
  /** Settles when the present process ends, asked or not. */
  readonly exited: Promise<Exit>
  /** Ends it cleanly; more than once is harmless. */
  stop(): Promise<void>
  /** Ends it as a crash would. */
  kill(): Promise<void>
  /** Starts it again on the same port and the same data; stops it first where it still runs. */
  restart(): Promise<void>
}

export function portTaken(name: string, port: number): Error {
  return new Error(`port ${port}, meant for ${name}, is taken by another program`)
}

import { mkdirSync, rmSync } from 'node:fs'
import type { Child, Exit } from './child.ts'

/** A store that this process starts and stops. */
export interface StoreServer {
  readonly name: string
  /** With credentials; the same after a restart. */
  readonly url: string
  readonly port: number
  /** The id of the current process. */
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

/** One that fills its folder by itself. */
export interface FolderStore extends StoreServer {
  /** `empty` loses all stored data, like the loss of the machine. */
  restart(options?: { empty?: boolean }): Promise<void>
}

/** Runs a store whose processes `launch` starts on the folder `data`. */
export async function runStore({
  launch,
  data,
  ...known
}: Pick<StoreServer, 'name' | 'url' | 'port'> & {
  launch: () => Promise<Child>
  data: string
}): Promise<FolderStore> {
  const start = () => {
    mkdirSync(data, { recursive: true })
    return launch()
  }
  let child = await start()
  return {
    ...known,
    get pid() {
      return child.pid
    },
    get exited() {
      return child.exited
    },
    stop: async () => {
      await child.stop()
    },
    kill: async () => {
      await child.kill()
    },
    restart: async ({ empty = false } = {}) => {
      // Killed if it must be empty, so that nothing is saved at the last moment.
      await (empty ? child.kill() : child.stop())
      if (empty) rmSync(data, { recursive: true, force: true })
      child = await start()
    },
  }
}

export function portTaken(name: string, port: number): Error {
  return new Error(`port ${port}, meant for ${name}, is taken by another program`)
}

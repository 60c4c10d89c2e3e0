import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { guardProcess } from '../guardian.ts'

export interface ChildOptions {
  /** For messages. */
  name: string
  command: string
  args: readonly string[]
  /** The whole environment: nothing is inherited. */
  env: Record<string, string>
  cwd?: string
  /** The user and group to run as, if this process may choose. */
  owner?: { uid: number; gid: number } | undefined
  /** Both output streams go to this file; an earlier process's log is kept beside it, as `.1`. */
  logFile: string
  /** The signal that asks it to end cleanly. */
  stopSignal?: NodeJS.Signals
}

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** How long a process may take to end before it is killed, in milliseconds. */
const STOP_BOUND_MS = 20_000
/** How long a process may take to answer for the first time, in milliseconds. */
const START_BOUND_MS = 120_000
/** Lines of the log that a failure shows. */
const TAIL_LINES = 30

/**
 * A process of the suite. It has a session of its own, so that Ctrl-C reaches only the process that started it, which
 * then stops its children in order; if that process is killed, the guardian stops them.
 */
export class Child {
  readonly name: string
  readonly pid: number
  readonly logFile: string
  /** Settles when the process has ended, for whatever reason. */
  readonly exited: Promise<Exit>
  #process: ChildProcess
  #stopSignal: NodeJS.Signals
  #exit: Exit | undefined

  private constructor(process: ChildProcess, pid: number, { name, logFile, stopSignal }: ChildOptions) {
    this.name = name
    this.pid = pid
    this.logFile = logFile
    this.#process = process
    this.#stopSignal = stopSignal ?? 'SIGTERM'
    const release = guardProcess(pid, this.#stopSignal, name)
    this.exited = new Promise((resolve) => {
      process.once('exit', (code, signal) => {
        this.#exit = { code, signal }
        release()
        resolve(this.#exit)
      })
    })
  }

  static async spawn(options: ChildOptions): Promise<Child> {
    mkdirSync(path.dirname(options.logFile), { recursive: true, mode: 0o700 })
    if (existsSync(options.logFile)) renameSync(options.logFile, `${options.logFile}.1`)
    const log = openSync(options.logFile, 'a', 0o600)
    try {
      const process = spawn(options.command, options.args, {
        env: options.env,
        stdio: ['ignore', log, log],
        detached: true,
        ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
        ...options.owner,
      })
      await new Promise((resolve, reject) => {
        process.once('spawn', resolve)
        process.once('error', reject)
      })
      // A process that has spawned has a number.
      return new Child(process, process.pid as number, options)
    } finally {
      closeSync(log)
    }
  }

  get isRunning(): boolean {
    return this.#exit === undefined
  }

  /** The process's output so far. */
  log(): string {
    return existsSync(this.logFile) ? readFileSync(this.logFile, 'utf8') : ''
  }

  tail(): string {
    return this.log().trimEnd().split('\n').slice(-TAIL_LINES).join('\n')
  }

  signal(signal: NodeJS.Signals): void {
    if (this.isRunning) this.#process.kill(signal)
  }

  /** Asks the process to end and waits for it; kills it if it takes too long. */
  async stop(): Promise<Exit> {
    this.signal(this.#stopSignal)
    const timer = setTimeout(() => this.signal('SIGKILL'), STOP_BOUND_MS)
    const exit = await this.exited
    clearTimeout(timer)
    return exit
  }

  /** Ends the process as a crash would. */
  async kill(): Promise<Exit> {
    this.signal('SIGKILL')
    return await this.exited
  }

  /**
   * Waits until `probe` returns true. Throws with the end of the log if the process ends first or the bound is reached,
   * or with the signal's reason if that aborts.
   */
  async waitUntil(probe: () => Promise<boolean>, signal?: AbortSignal): Promise<void> {
    const deadline = Date.now() + START_BOUND_MS
    for (;;) {
      signal?.throwIfAborted()
      if (await probe().catch(() => false)) return
      if (this.#exit) {
        const { code, signal } = this.#exit
        throw new Error(`${this.name} exited during start-up (${signal ?? `status ${code}`})\n${this.tail()}`)
      }
      if (Date.now() > deadline) throw new Error(`${this.name} did not answer in time\n${this.tail()}`)
      await sleep(20)
    }
  }
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Outcome, Task } from './task.ts'

/** Beside the program that was started. */
const PROGRAM = path.join(path.dirname(process.argv[1] ?? ''), 'convert.js')
const PAGE_BYTES = 4_096
/** A worker that has grown beyond this is replaced after its task, in bytes: it gives little back. */
const GROWN = 144 * 1_048_576

/** A process that decodes pictures: what goes wrong in it, or takes too much, ends it and nothing else. */
export class Worker {
  readonly #child: ChildProcess
  #peak = 0

  constructor() {
    this.#child = fork(PROGRAM, [], {
      // It gets nothing that it could betray.
      env: { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536' },
      execArgv: ['--max-old-space-size=64', '--max-semi-space-size=1'],
      // A library's words about hostile bytes are nobody's to read.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child.on('error', () => {})
  }

  get isUsable(): boolean {
    const { connected, exitCode, killed } = this.#child
    return connected && exitCode === null && !killed && this.#peak < GROWN
  }

  /** Its memory, in bytes; 0 where the system does not tell. */
  get bytes(): number {
    try {
      const pages = Number(readFileSync(`/proc/${this.#child.pid}/statm`, 'latin1').split(' ')[1])
      this.#peak = Math.max(this.#peak, pages * PAGE_BYTES)
      return pages * PAGE_BYTES
    } catch {
      return 0
    }
  }

  /** Undefined if it ended meanwhile. */
  async run(task: Task): Promise<Outcome | undefined> {
    if (!this.isUsable) return undefined
    const over = new AbortController()
    const { signal } = over
    try {
      const exit = once(this.#child, 'exit', { signal }).then(() => undefined)
      const answer = once(this.#child, 'message', { signal }).then(([outcome]) => outcome as Outcome)
      this.#child.send(task, () => {})
      return await Promise.race([answer, exit])
    } finally {
      over.abort()
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { services } from '@agora/shared/contracts/services'
import { guardProcess, type Register } from '@agora/suite/guardian'
import { isRunning, type ProcessMark } from '@agora/suite/processes'
import { projectRoot } from '@agora/suite/project'
import { freeBlock } from '@agora/suite/servers/ports'

/** Of `npm start`: the services, the mail inbox and the gateway's metrics. */
const PORTS = services.length + 2

/** A port followed by enough free ones to start an instance there, with this many additional services. */
export function freeBasePort(more = 0): Promise<number> {
  return freeBlock(PORTS + more)
}

/** The limit for anything here on a machine under load, in milliseconds; not a measure of speed. */
const BOUND_MS = 280_000

/** Waits for a condition that must become true. */
export async function eventually<Value>(
  what: string,
  probe: () => Promise<Value | undefined> | Value | undefined,
): Promise<Value> {
  const deadline = Date.now() + BOUND_MS
  for (;;) {
    const value = await probe()
    if (value !== undefined && value !== false) return value
    if (Date.now() > deadline) throw new Error(`${what}: not in time`)
    await sleep(100)
  }
}

/** `npm start` as a user types it, in a process group of its own as a terminal gives it. */
export class Started {
  readonly data: string
  readonly port: number
  readonly url: string
  readonly process: ChildProcess
  output = ''
  readonly exited: Promise<number | null>

  constructor(options: { data: string; port: number; env?: Record<string, string>; folder?: string }) {
    this.data = options.data
    this.port = options.port
    this.url = `http://127.0.0.1:${options.port}`
    this.process = spawn('npm', ['start'], {
      cwd: options.folder ?? projectRoot,
      env: {
        ...process.env,
        AGORA_BUILT: '',
        AGORA_DATA: options.data,
        PORT: String(options.port),
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (chunk) => {
        this.output += chunk
      })
    }
    // If this test's own process is killed, npm is asked to end, and the suite follows it.
    const release = guardProcess(this.process.pid as number, 'SIGTERM')
    this.exited = new Promise((resolve) =>
      this.process.once('close', (code) => {
        release()
        resolve(code)
      }),
    )
  }

  async running(): Promise<void> {
    await eventually('npm start', () => {
      if (this.process.exitCode !== null || this.process.signalCode !== null)
        throw new Error(`npm start ended\n${this.output}`)
      return this.output.includes('Agora is running.') || undefined
    })
  }

  /** The process id of a service's first replica, found by its command line. */
  pidOf(service: string): number | undefined {
    return this.processes().find(({ pid }) =>
      commandOf(pid).includes(`services/${service}/dist/bundle/main.js`),
    )?.pid
  }

  /** The process id of a store, found by its program's name. */
  pidOfProgram(name: string): number | undefined {
    return this.processes().find(({ pid }) => path.basename(commandOf(pid).split(/[ \0]/)[0] ?? '') === name)
      ?.pid
  }

  /** The running services and stores, as the instance recorded them. */
  processes(): ProcessMark[] {
    return this.#register().processes
  }

  /** The process that stops the others if the start script is killed. */
  guardianPid(): number | undefined {
    return this.#register().guardian?.pid
  }

  #register(): Register {
    return JSON.parse(readFileSync(path.join(this.data, 'processes.json'), 'utf8'))
  }

  /** The process that locks the data: the start script itself. */
  mainPid(): number {
    return JSON.parse(readFileSync(path.join(this.data, 'instance.lock'), 'utf8')).pid
  }

  async status(url: string): Promise<number | undefined> {
    const response = await fetch(url).catch(() => undefined)
    await response?.body?.cancel()
    return response?.status
  }

  /** As the terminal does: sends the signal to npm, its shell and the script at once. Waits for all three. */
  async pressCtrlC(): Promise<void> {
    const { pid, exitCode, signalCode } = this.process
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGINT')
    await this.exited
  }

  /** Waits until none of these processes is left. */
  async gone(marks: readonly ProcessMark[]): Promise<void> {
    await eventually('every process has ended', () => !marks.some(isRunning) || undefined)
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

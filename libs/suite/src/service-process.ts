import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceName } from '@agora/shared/contracts/services'
import { type Deployment, environmentOf, urlOf } from './deployment.ts'
import { programOf, projectRoot } from './project.ts'
import { Child, type Exit } from './servers/child.ts'

/** A process that ran this long has not failed at its start: it is started again at once. In milliseconds. */
const STEADY_MS = 60_000
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000

/**
 * As the image has them, too. Memory is bounded by what is held at once, so that what was freed must not stay taken:
 * a small young generation, few of glibc's arenas, and large blocks of their own, which go back when they are freed.
 */
const nodeOptions = ['--max-semi-space-size=8']
const memoryEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536' }

export interface ServiceProcessOptions {
  deployment: Deployment
  service: ServiceName
  replica: number
  /** Folder of the log files. */
  logs: string
  /** The folder of another version, built, which the process runs until it is restarted. */
  upgradesFrom?: string | undefined
}

/** In milliseconds, of a process that ended unasked after running so long; `last` is the wait before that run. */
export const waitBeforeRestart = (ranMs: number, last: number): number =>
  ranMs > STEADY_MS ? 0 : Math.min(Math.max(FIRST_WAIT_MS, last * 2), LONGEST_WAIT_MS)

/** One replica of a service: its bundle in a process of its own, always on the same port. */
export class ServiceProcess {
  readonly service: ServiceName
  /** `forum`, and `forum-2` for the second replica. */
  readonly name: string
  readonly url: string
  #options: ServiceProcessOptions
  #port: number
  #child: Child | undefined
  #stopping = false
  #root: string

  constructor(options: ServiceProcessOptions) {
    const { deployment, service, replica } = options
    const port = deployment.ports[service][replica]
    if (port === undefined) throw new Error(`the deployment has no replica ${replica + 1} of ${service}`)
    this.service = service
    this.name = replica === 0 ? service : `${service}-${replica + 1}`
    this.url = urlOf(service === 'gateway' ? deployment.host : '127.0.0.1', port)
    this.#options = options
    this.#port = port
    this.#root = options.upgradesFrom ?? projectRoot
  }

  /** The id of the process that runs at present; undefined before the first start. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  get isRunning(): boolean {
    return this.#child?.isRunning ?? false
  }

  /** What the present process has written, one JSON record a line. */
  log(): string {
    return this.#child?.log() ?? ''
  }

  /** Starts the process, without waiting until it is ready. Does nothing where it runs. */
  async spawn(): Promise<void> {
    if (this.isRunning) return
    const { deployment, service, logs } = this.#options
    const main = programOf(service, 'main', this.#root)
    if (!existsSync(main)) throw new Error(`${service} is not built: npm run build`)
    this.#stopping = false
    this.#child = await Child.spawn({
      name: this.name,
      command: process.execPath,
      args: [...nodeOptions, main],
      env: { ...memoryEnvironment, ...environmentOf(deployment, service, this.#port) },
      cwd: this.#root,
      logFile: path.join(logs, `${this.name}.log`),
    })
  }

  /** Waits until the process says that it and all it needs are there. */
  async ready(signal?: AbortSignal): Promise<void> {
    await this.#child?.waitUntil(async () => {
      const response = await fetch(`${this.url}/health/ready`, { signal: AbortSignal.timeout(5_000) })
      await response.body?.cancel()
      return response.status === 200
    }, signal)
  }

  async start(signal?: AbortSignal): Promise<void> {
    await this.spawn()
    await this.ready(signal)
  }

  /** Asks the process to end and waits for it. */
  async stop(): Promise<Exit | undefined> {
    this.#stopping = true
    return await this.#child?.stop()
  }

  /** Ends the process as a crash would. */
  async kill(): Promise<Exit | undefined> {
    return await this.#child?.kill()
  }

  async restart(): Promise<void> {
    await this.stop()
    this.#root = projectRoot
    await this.start()
  }

  /** Starts the process again each time it ends unasked: at once, or after a wait that grows while it ends soon. */
  async supervise(tell: (line: string) => void): Promise<void> {
    let wait = 0
    while (this.#child && !this.#stopping) {
      const began = Date.now()
      const { code, signal } = await this.#child.exited
      if (this.#stopping) return
      wait = waitBeforeRestart(Date.now() - began, wait)
      tell(
        `${this.name} ended (${signal ?? `status ${code}`}), starting it again. Log: ${this.#child.logFile}.1`,
      )
      await sleep(wait)
      if (this.#stopping) return
      await this.spawn()
    }
  }
}

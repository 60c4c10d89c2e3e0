import { performance } from 'node:perf_hooks'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Logger } from 'pino'
import type { Env } from '../config.ts'
import { errors } from '../errors.ts'
import type { Metrics } from '../metrics.ts'
import type { Converted, Task } from './task.ts'
import { Worker } from './worker.ts'

/** How long a picture may wait for its turn, in milliseconds: its caller has already sent all of it. */
const MAX_WAITING_MS = 30_000
/** Pictures that wait: as many as are decoded within that time. */
const MAX_WAITING = 64
/** How often the workers' memory is looked at while they work, and how long an idle one stays, in milliseconds. */
const LOOK_MS = 20
const IDLE_MS = 10_000

export interface ConvertersOptions {
  workers: number
  /** The limits of one task, in bytes and milliseconds. */
  mostBytes: number
  mostMs: number
  logger: Logger
  metrics: Metrics
}

interface Job {
  task: Task
  isWanted: () => boolean
  /** Took more than its share of the memory, and runs again while no other one does. */
  isAlone: boolean
  since: number
  settle: { resolve: (converted: Converted) => void; reject: (error: Error) => void }
}

interface Busy {
  job: Job
  worker: Worker
  since: number
  end: 'share' | 'memory' | 'time' | undefined
}

const busyError = (cause: Error) =>
  new ApiError(common.unavailable, { cause, headers: { 'retry-after': '10' } })

/**
 * Decodes pictures in a few processes of their own. A library that decodes hostile bytes can loop, take all memory or
 * crash: a thread could neither be stopped within native code nor be bounded in memory, and would take the service with
 * it; a process can. Each task has a share of the memory; one that needs more is ended and gets all of it, alone.
 */
export class Converters {
  readonly #options: ConvertersOptions
  readonly #waiting: Job[] = []
  readonly #busy = new Set<Busy>()
  readonly #idle: { worker: Worker; timer: NodeJS.Timeout }[] = []
  #looking: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: ConvertersOptions) {
    this.#options = options
  }

  /** As the environment sets them. */
  static limitsIn(env: Pick<Env, 'MEDIA_WORKERS' | 'MEDIA_WORKER_MEMORY' | 'MEDIA_WORKER_SECONDS'>) {
    return {
      workers: env.MEDIA_WORKERS,
      mostBytes: env.MEDIA_WORKER_MEMORY * 1_048_576,
      mostMs: env.MEDIA_WORKER_SECONDS * 1000,
    }
  }

  /** How many pictures wait for a worker. */
  get waiting(): number {
    return this.#waiting.length
  }

  /**
   * @throws ApiError invalidImage if the file is no sound picture or costs too much; unavailable if too many wait, if it
   * had to wait too long, or is no longer wanted.
   */
  async convert(task: Task, isWanted: () => boolean): Promise<Converted> {
    if (this.#waiting.length >= MAX_WAITING) throw busyError(new Error('too many wait'))
    return new Promise((resolve, reject) => {
      const job = { task, isWanted, isAlone: false, since: performance.now(), settle: { resolve, reject } }
      this.#waiting.push(job)
      this.#next()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#looking)
    for (const { settle } of this.#waiting.splice(0)) settle.reject(busyError(new Error('closing')))
    for (const { worker } of this.#busy) worker.kill()
    for (const { worker, timer } of this.#idle.splice(0)) {
      clearTimeout(timer)
      worker.kill()
    }
  }

  #next(): void {
    for (;;) {
      const [job] = this.#waiting
      if (!job || this.#isClosed) return
      const most = job.isAlone || [...this.#busy].some((one) => one.job.isAlone) ? 1 : this.#options.workers
      if (this.#busy.size >= most) return
      this.#waiting.shift()
      const waited = performance.now() - job.since
      if (!job.isWanted() || waited > MAX_WAITING_MS)
        job.settle.reject(busyError(new Error(`waited ${Math.round(waited)} ms`)))
      else void this.#run(job)
    }
  }

  async #run(job: Job): Promise<void> {
    const worker = this.#takeWorker()
    const busy: Busy = { job, worker, since: performance.now(), end: undefined }
    this.#busy.add(busy)
    this.#looking ??= setInterval(() => this.#look(), LOOK_MS)
    const outcome = await worker.run(job.task).catch(() => undefined)
    this.#busy.delete(busy)
    if (this.#busy.size === 0) {
      clearInterval(this.#looking)
      this.#looking = undefined
    }
    this.#keep(worker)
    this.#settle(busy, outcome)
    this.#next()
  }

  #settle({ job, end, since }: Busy, outcome: Awaited<ReturnType<Worker['run']>>): void {
    const { metrics, logger } = this.#options
    if (end === 'share' && !outcome) {
      this.#waiting.unshift({ ...job, isAlone: true })
      return
    }
    metrics.conversionSeconds.observe((performance.now() - since) / 1000)
    if (outcome && 'converted' in outcome) {
      metrics.conversions.inc({ outcome: 'converted' })
      job.settle.resolve(outcome.converted)
      return
    }
    if (this.#isClosed) {
      job.settle.reject(busyError(new Error('closing')))
      return
    }
    const reason = outcome ? 'broken' : (end ?? 'crash')
    metrics.conversions.inc({ outcome: reason })
    // Hostile bytes are no news for operators; a worker that crashes is.
    if (reason === 'crash') logger.warn('a worker ended while it decoded a picture')
    const cause = new Error(outcome ? outcome.fault : `the worker was ended: ${reason}`)
    job.settle.reject(new ApiError(errors.invalidImage, { cause }))
  }

  #look(): void {
    const { mostBytes, mostMs, workers } = this.#options
    for (const busy of this.#busy) {
      const { job, worker, since } = busy
      const share = job.isAlone ? mostBytes : mostBytes / workers
      if (worker.bytes > share) busy.end ??= job.isAlone || workers === 1 ? 'memory' : 'share'
      else if (performance.now() - since > mostMs) busy.end ??= 'time'
      if (busy.end) worker.kill()
    }
  }

  #takeWorker(): Worker {
    for (let kept = this.#idle.pop(); kept; kept = this.#idle.pop()) {
      clearTimeout(kept.timer)
      if (kept.worker.isUsable) return kept.worker
      kept.worker.kill()
    }
    return new Worker()
  }

  #keep(worker: Worker): void {
    if (this.#isClosed || !worker.isUsable) {
      worker.kill()
      return
    }
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((one) => one.worker === worker),
        1,
      )
      worker.kill()
    }, IDLE_MS)
    this.#idle.push({ worker, timer: timer.unref() })
  }
}

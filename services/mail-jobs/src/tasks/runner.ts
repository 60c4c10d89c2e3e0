import { backoff, pause } from '@agora/shared/messaging/pause'
import { runStep } from '@agora/shared/observability/spans'
import { traceparentOf } from '@agora/shared/observability/trace'
import type { Context } from '../context.ts'
import type { ClaimedTask, TaskEnd, TaskKind } from '../kinds/kind.ts'

/** Runs tasks in this process. */
export interface Runner {
  /** Runs the task if it is there to be had. Never rejects. */
  run(taskId: string): Promise<void>
  /** Whether another run may begin. */
  hasRoom(): boolean
  /** Has the runs give their tasks back where they still can, and waits for them. */
  close(): Promise<void>
}

/** A task that fails for reasons of our own is tried again after 1 s, 2 s, ... up to this, in milliseconds. */
const RETRY_FIRST_MS = 1_000
const RETRY_LIMIT_MS = 300_000
const RECORD_FIRST_MS = 50
const RECORD_LIMIT_MS = 1_000
/** An end that cannot be written so often is left to the lease: another worker takes the task up. */
const RECORD_TRIES = 5

export function createRunner(context: Context): Runner {
  const { env, logger, db, tasks, kinds } = context
  const closing = new AbortController()
  const active = new Map<string, Promise<void>>()

  /** Keeps the lease while the work lasts; aborts it when another worker has the task. */
  const keepLease = (task: ClaimedTask, lost: AbortController) =>
    setInterval(
      () => {
        tasks.renew(task).then(
          (mine) => mine || lost.abort(new Error('another worker has the task')),
          // The database is away: nobody else can claim either, and every write asks for the lease again.
          () => {},
        )
      },
      (env.MAIL_LEASE_SECONDS * 1000) / 3,
    )

  const end = (task: ClaimedTask, result: TaskEnd) =>
    db.transaction(async (tx) => {
      const ended =
        result.type === 'complete'
          ? await tasks.complete(tx, task, result.output, result.evenLate ?? false)
          : await tasks.postpone(tx, task, result.delayMs)
      if (ended) await result.effect?.(tx)
      return ended
    })

  /** What is known to have happened is written however long the database is away. */
  const record = async (task: ClaimedTask, result: TaskEnd) => {
    const certain = result.type === 'complete' && result.evenLate
    for (let failures = 1; ; failures += 1) {
      try {
        const ended = await end(task, result)
        if (!ended) logger.warn({ task: task.id, result: result.type }, 'the task was ended elsewhere')
        return
      } catch (error) {
        logger.error({ err: error, task: task.id, failures }, 'the end of a task could not be written')
        if (!certain && failures >= RECORD_TRIES) return
        await pause(backoff(failures, RECORD_FIRST_MS, RECORD_LIMIT_MS), new AbortController().signal)
      }
    }
  }

  /** Whether it failed for reasons of our own. */
  const work = async (kind: TaskKind, task: ClaimedTask): Promise<boolean> => {
    const lost = new AbortController()
    const signal = AbortSignal.any([closing.signal, lost.signal])
    const heartbeat = keepLease(task, lost)
    try {
      await record(task, await kind.run(context, task, signal))
      return false
    } catch (error) {
      if (signal.aborted) {
        await tasks.release(task)
        return false
      }
      const delayMs = backoff(task.attempts, RETRY_FIRST_MS, RETRY_LIMIT_MS)
      logger.error({ err: error, task: task.id, attempts: task.attempts, delayMs }, 'a task failed')
      await record(task, { type: 'retry', delayMs })
      return true
    } finally {
      clearInterval(heartbeat)
    }
  }

  const runOne = async (taskId: string) => {
    try {
      const task = await tasks.claim(taskId)
      if (!task) return
      const kind = kinds.get(task.kind)
      if (!kind) return await tasks.release(task)
      const attributes = { 'agora.task': task.id, 'agora.attempt': task.attempts }
      await runStep(
        { kind: 'consumer', name: `task ${task.kind}`, traceparent: task.traceparent, attributes },
        async (trace, fail) => {
          const failed = await work(kind, { ...task, traceparent: traceparentOf(trace) })
          if (failed) fail()
          logger.info({ task: task.id, kind: task.kind, failed, trace_id: trace.traceId }, 'task')
        },
      )
    } catch (error) {
      logger.error({ err: error, task: taskId }, 'a task could not be taken or given back')
    }
  }

  return {
    hasRoom: () => !closing.signal.aborted && active.size < env.MAIL_CONCURRENCY,
    async run(taskId) {
      if (closing.signal.aborted) return
      const running = active.get(taskId) ?? runOne(taskId).finally(() => active.delete(taskId))
      active.set(taskId, running)
      await running
    },
    async close() {
      closing.abort(new Error('the process closes'))
      await Promise.all(active.values())
    },
  }
}

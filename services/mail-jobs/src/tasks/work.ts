import { backoff } from '@agora/shared/lifecycle/pause'
import type { RunnerOptions } from '@agora/shared/work/runner'
import type { Ending } from '@agora/shared/work/table'
import type { Context } from '../context.ts'
import type { ClaimedTask, TaskEnd } from './task.ts'

/** A task that fails for internal reasons is retried after 1 s, 2 s, ... up to this, in milliseconds. */
const RETRY_FIRST_MS = 1_000
const RETRY_LIMIT_MS = 300_000

/** The tasks as durable work. */
export function taskWork(context: Context): RunnerOptions<ClaimedTask> {
  const { env, db, tasks, kinds, signals, metrics, logger } = context

  const endingOf = (task: ClaimedTask, end: TaskEnd): Ending => ({
    certain: end.type === 'complete' && end.evenLate === true,
    write: async (tx) => {
      const ended =
        end.type === 'complete'
          ? await tasks.complete(tx, task, end.output, end.evenLate ?? false)
          : await tasks.postpone(tx, task, end.delayMs)
      if (ended) await end.effect?.(tx)
      return ended
    },
    committed: end.type === 'complete' ? end.committed : undefined,
  })

  return {
    db,
    table: { ...tasks, due: () => tasks.due(kinds.values()) },
    leaseSeconds: env.MAIL_LEASE_SECONDS,
    concurrency: env.MAIL_CONCURRENCY,
    wakeup: signals.due,
    run: async (claimed, signal, traceparent) => {
      const task = { ...claimed, traceparent }
      const kind = kinds.get(task.kind)
      if (!kind) throw new Error(`no kind ${task.kind}`)
      const end = await kind.run(task, signal)
      logger.info({ task: task.id, kind: task.kind, traceparent }, 'task')
      return endingOf(task, end)
    },
    failed: (task) =>
      endingOf(task, { type: 'retry', delayMs: backoff(task.attempts, RETRY_FIRST_MS, RETRY_LIMIT_MS) }),
    step: ({ id, kind, attempts }) => ({
      name: `task ${kind}`,
      attributes: { 'agora.task': id, 'agora.attempt': attempts },
    }),
    dispatched: (way, count) => metrics.dispatches.inc({ way }, count),
    logger,
  }
}

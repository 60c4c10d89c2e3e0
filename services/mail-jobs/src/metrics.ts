import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { MailKind } from './generated/prisma/enums.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** What the gauges read at each scrape. */
export interface Levels {
  /** Incomplete tasks. */
  depth(): Promise<{ due: number; blocked: number; running: number }>
  /** How many messages the operators may send at once. */
  operatorTokens(): Promise<number>
}

export function createMetrics(registry: Registry) {
  const registers = [registry]
  const metrics = {
    outcomes: new Counter({
      name: 'mail_outcomes_total',
      help: 'Mails by kind and outcome: Sent, Refused, Abandoned, Dropped, Uncertain.',
      labelNames: ['kind', 'outcome'] as const,
      registers,
    }),
    outcomeSeconds: new Histogram({
      name: 'mail_outcome_seconds',
      help: 'Time from the request for a mail to its outcome.',
      labelNames: ['kind', 'outcome'] as const,
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600],
      registers,
    }),
    attempts: new Counter({
      name: 'mail_attempts_total',
      help: 'Conversations with the mail server: accepted, refused, deferred, failed, unanswered.',
      labelNames: ['result'] as const,
      registers,
    }),
    rateRefusals: new Counter({
      name: 'mail_rate_refusals_total',
      help: 'Mails not sent because a bucket was empty: operator, or account for one recipient.',
      labelNames: ['bucket'] as const,
      registers,
    }),
    dispatches: new Counter({
      name: 'mail_dispatches_total',
      help: 'Due tasks offered to the queue, or run without it while Redis is away.',
      labelNames: ['way'] as const,
      registers,
    }),
  }
  // A rate misses the first event of a series that is born with it.
  for (const kind of Object.values(MailKind))
    for (const outcome of ['Sent', 'Refused', 'Abandoned', 'Dropped', 'Uncertain'])
      metrics.outcomes.inc({ kind, outcome }, 0)
  for (const result of ['accepted', 'refused', 'deferred', 'failed', 'unanswered'])
    metrics.attempts.inc({ result }, 0)
  for (const way of ['queue', 'direct']) metrics.dispatches.inc({ way }, 0)
  for (const bucket of ['operator', 'account']) metrics.rateRefusals.inc({ bucket }, 0)
  return metrics
}

/** Gauges over rows, the same in every replica. If a store does not answer, the last reading stays. */
export function measureLevels(registry: Registry, levels: Levels): void {
  new Gauge({
    name: 'mail_queue_tasks',
    help: 'Tasks that are not complete: due, blocked until their next attempt, running.',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      const depth = await levels.depth().catch(() => undefined)
      for (const [state, count] of Object.entries(depth ?? {})) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'mail_operator_tokens',
    help: 'Messages that POST /outbound_email may send at once.',
    registers: [registry],
    async collect() {
      const tokens = await levels.operatorTokens().catch(() => undefined)
      if (tokens !== undefined) this.set(tokens)
    },
  })
}

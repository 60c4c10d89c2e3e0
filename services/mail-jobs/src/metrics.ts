import { counter, gauge } from '@agora/shared/observability/instruments'
import { Gauge, Histogram, type Registry } from 'prom-client'
import { MailKind } from './generated/prisma/enums.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** What the gauges read at each scrape. */
export interface Levels {
  /** Incomplete tasks. */
  depth(): Promise<{ due: number; blocked: number; running: number }>
  /** How many messages the operators may send at once. */
  operatorTokens(): Promise<number>
}

export const createMetrics = (registry: Registry) => ({
  outcomes: counter(
    registry,
    'mail_outcomes_total',
    'Mails by kind and outcome: Sent, Refused, Abandoned, Dropped, Uncertain.',
    {
      kind: Object.values(MailKind),
      outcome: ['Sent', 'Refused', 'Abandoned', 'Dropped', 'Uncertain'],
    },
  ),
  outcomeSeconds: new Histogram({
    name: 'mail_outcome_seconds',
    help: 'Time from the request for a mail to its outcome.',
    labelNames: ['kind', 'outcome'] as const,
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600],
    registers: [registry],
  }),
  attempts: counter(
    registry,
    'mail_attempts_total',
    'Conversations with the mail server: accepted, refused, deferred, failed, unanswered.',
    { result: ['accepted', 'refused', 'deferred', 'failed', 'unanswered'] },
  ),
  rateRefusals: counter(
    registry,
    'mail_rate_refusals_total',
    'Mails not sent because a bucket was empty: operator, or account for one recipient.',
    { bucket: ['operator', 'account'] },
  ),
  dispatches: counter(
    registry,
    'mail_dispatches_total',
    'Due tasks offered to the queue, or run without it while Redis is away.',
    { way: ['queue', 'direct'] },
  ),
})

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
  const help = 'Messages that POST /outbound_email may send at once.'
  gauge(registry, 'mail_operator_tokens', help, levels.operatorTokens)
}

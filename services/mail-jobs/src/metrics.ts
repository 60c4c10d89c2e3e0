import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

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
  return {
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

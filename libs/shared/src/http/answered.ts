import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Trace } from '../observability/trace.ts'
import type { Server } from './types.ts'

/** An answered request, as the log, the metrics and traces record it. */
export interface Answered {
  readonly id: string
  readonly method: string
  /** The template of its route; undefined if there is none. */
  readonly route: string | undefined
  readonly status: number
  readonly isExpectedFailure: boolean
  /** From its arrival to its answer, in milliseconds. */
  readonly ms: number
  readonly trace: Trace
  /** Whose it was, by one of these: another service's, a member's, or a guest's, by address. */
  readonly by: { readonly caller?: string; readonly member?: string; readonly address?: string }
}

export type Observe = (answered: Answered) => void

const byWhom = ({ principal, service, ip }: FastifyRequest): Answered['by'] => {
  if (service !== undefined) return { caller: service }
  if (principal?.kind === 'user') return { member: principal.id }
  return { address: ip }
}

const answeredOf = (request: FastifyRequest, reply: FastifyReply): Answered => ({
  id: request.id,
  method: request.method,
  route: request.routeOptions.url,
  status: reply.statusCode,
  isExpectedFailure: request.expectedFailure,
  ms: reply.elapsedTime,
  trace: request.trace,
  by: byWhom(request),
})

/** Observes each request that the framework answers, but for operators' probes and scrapes. */
export function observeAnswered(app: Server, observers: readonly Observe[]): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.logLevel !== 'silent') {
      const answered = answeredOf(request, reply)
      for (const observe of observers) observe(answered)
    }
    done()
  })
}

import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'
import type { Logger } from 'pino'
import type { Observe } from './answered.ts'
import { traceOf } from './trace.ts'

const methods = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent', 'child'] as const

/** A logger that is made when it is first used: most requests log nothing but their line. */
class LateLogger {
  readonly #make: () => FastifyBaseLogger
  #made: FastifyBaseLogger | undefined

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make
  }

  get made(): FastifyBaseLogger {
    this.#made ??= this.#make()
    return this.#made
  }

  get level() {
    return this.made.level
  }
}

for (const method of methods) {
  Object.defineProperty(LateLogger.prototype, method, {
    value(this: LateLogger, ...args: unknown[]) {
      return (this.made[method] as (...args: unknown[]) => unknown)(...args)
    },
  })
}

/** Fastify's `childLoggerFactory`: what is logged of a request names its trace. */
export const requestLogger: NonNullable<FastifyServerOptions['childLoggerFactory']> = (
  logger,
  bindings,
  options,
  raw,
) =>
  new LateLogger(() =>
    logger.child({ ...bindings, trace_id: traceOf(raw).traceId }, options),
  ) as unknown as FastifyBaseLogger

/**
 * One line per request. It has only these fields, none of which can hold a secret, so nothing is redacted: a route is
 * named by its template, since paths may hold tokens. A guest's
 * line has the address, if addresses are logged and the service knows it; a member's has the id; no line has both,
 * since lines outlive the erasure of a member, whose sessions record the address anyway. Another service's has its name.
 */
export function requestLines(logger: Logger, tellsAddresses: boolean): Observe {
  const lines = logger.child({}, { redact: [] })
  return ({ id, trace, method, route, status, by, ms }) =>
    lines.info(
      {
        request_id: id,
        trace_id: trace.traceId,
        method,
        // What is undefined is left out.
        route,
        status,
        caller: by.caller,
        member: by.member,
        address: tellsAddresses ? by.address : undefined,
        ms: Math.round(ms * 10) / 10,
      },
      'request',
    )
}

import type { FastifyBaseLogger, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Logger } from 'pino'
import { traceOf } from './trace.ts'
import type { Server } from './types.ts'

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
 * One line per request. It has only these fields, none of which can hold a secret, so nothing is redacted. A guest's
 * line has the address, if addresses are logged and the service knows it; a member's has the id; no line has both,
 * since lines outlive the erasure of a member, whose sessions record the address anyway. Another service's has its name.
 */
export function logRequests(app: Server, logger: Logger, tellsAddresses: boolean): void {
  const lines = logger.child({}, { redact: [] })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.logLevel !== 'silent') {
      lines.info(
        {
          request_id: request.id,
          trace_id: request.trace.traceId,
          method: request.method,
          url: request.url.split('?', 1)[0],
          status: reply.statusCode,
          ...whose(request, tellsAddresses),
          ms: Math.round(reply.elapsedTime * 10) / 10,
        },
        'request',
      )
    }
    done()
  })
}

function whose({ principal, service, ip }: FastifyRequest, tellsAddresses: boolean) {
  if (service !== undefined) return { caller: service }
  if (principal?.kind === 'user') return { member: principal.id }
  return tellsAddresses ? { address: ip } : {}
}

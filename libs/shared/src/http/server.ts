import Fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Principal } from '../contracts/principal.ts'
import { ApiError, type ErrorDefinition } from '../errors/catalogue.ts'
import { common } from '../errors/common.ts'
import { errorRenderer } from '../errors/renderer.ts'
import { mountMetrics, requestDurations } from '../observability/metrics.ts'
import { traceparentOf } from '../observability/trace.ts'
import { type Access, judgeAccess } from './access.ts'
import { observeAnswered } from './answered.ts'
import { acceptJsonBodies, MAX_BODY_BYTES, refusalOfCoding, requireBody } from './bodies.ts'
import { answerConditionally } from './conditional.ts'
import { mountDrain } from './drain.ts'
import { EVERYWHERE, mountHeaderPolicy } from './header-policy.ts'
import { healthPaths, mountHealth, type ReadinessCheck } from './health.ts'
import { judgeAfterLateBodies } from './late-bodies.ts'
import { type CreateListener, createListener } from './listener.ts'
import { refuseMalformed } from './malformed.ts'
import { requestId } from './request-id.ts'
import { requestLines, requestLogger } from './request-log.ts'
import { isUnambiguous } from './target.ts'
import { mountTracing, recordServerSpan } from './trace.ts'
import type { MountedRoute, Server } from './types.ts'
import { answerUnrouted } from './unrouted.ts'
import { requireUtf8Queries } from './utf8.ts'
import { validatorCompiler } from './validation.ts'

export interface ServerOptions {
  logger: Logger
  registry: Registry
  /** Refuses a request before anything of it is looked at, by throwing or rejecting. */
  admit?: (request: FastifyRequest) => undefined | Promise<void>
  /** The principal of the request; undefined without a valid one, which is 401. */
  resolvePrincipal: (
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Principal | undefined | Promise<Principal | undefined>
  /** The calling service of an /internal route, or undefined. */
  resolveService: (request: FastifyRequest) => string | undefined
  /** Handles a guest's read in `answer`: see `Database`. */
  readForGuest?: ((answer: () => void) => void) | undefined
  /** What `/health/ready` asks. */
  readiness: Record<string, ReadinessCheck>
  /** What else `/health/ready` tells, asked after the checks. */
  readinessDetails?: () => Record<string, unknown>
  /** Replaces `internal error`, for the area whose errors are tags. */
  internalError?: ErrorDefinition
  /** Replaces `service unavailable` likewise, while the database is away. */
  unavailable?: ErrorDefinition
  /**
   * For the service whose port is public: it has no `/metrics` there (see `startOperatorsServer`), and nothing under
   * `/internal` but for services of the suite.
   */
  facesTheWorld?: boolean
  /** Lines of guests' requests tell their addresses. */
  logsAddresses?: boolean
  /** How long a closing server serves on, in seconds; not at all where it is absent. */
  drainSeconds?: number
  /** Whose X-Forwarded-For is believed; nobody's where it is absent. */
  trustProxy?: (address: string, hop: number) => boolean
  /** Node's own server where it is absent. */
  createListener?: CreateListener
}

/** Routes that services call have no principal. */
const isReadByGuest = ({ method, principal }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && principal?.kind === 'guest' && principal.internalKey === 'absent'

const operational = [...healthPaths, '/metrics']

/** The refusal of strangers on a route for services: at the world's port it is not there. */
const strangerTo = ({ facesTheWorld }: ServerOptions): ErrorDefinition =>
  facesTheWorld ? common.notFound : common.unauthenticated

/** The one server factory: every service is made by it, in production as in the tests. */
export function createServer(options: ServerOptions): Server {
  const { logger, registry } = options
  const app = createFramework(options)
  keepInventory(app)
  const isClosing = mountDrain(app, options.drainSeconds ?? 0)
  mountTracing(app)
  observeAnswered(app, [
    requestLines(logger, options.logsAddresses ?? false),
    requestDurations(registry),
    recordServerSpan,
  ])
  judgeCallers(app, options)
  const { readForGuest } = options
  if (readForGuest)
    app.addHook('onRequest', (request, _reply, done) => {
      if (isReadByGuest(request)) readForGuest(done)
      else done()
    })
  mountHeaderPolicy(app)
  answerConditionally(app)
  requireBody(app)
  requireUtf8Queries(app)
  mountHealth(app, options.readiness, isClosing, options.readinessDetails)
  if (!options.facesTheWorld) mountMetrics(app, registry)
  return app
}

function createFramework(options: ServerOptions): Server {
  const renderError = errorRenderer(options.internalError, options.unavailable)
  const app: Server = Fastify({
    loggerInstance: options.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestId,
    childLoggerFactory: requestLogger,
    bodyLimit: MAX_BODY_BYTES,
    serverFactory: (handle) => (options.createListener ?? createListener)(handle),
    clientErrorHandler: refuseMalformed,
    // What still arrives while the server closes is served.
    return503OnClosing: false,
    // As long as a URL can be: an id that is no id reaches its route, which has its own 404.
    routerOptions: { maxParamLength: 16_384 },
    trustProxy: options.trustProxy ?? false,
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...EVERYWHERE, 'x-request-id': request.id })
      renderError(error, request, reply)
    },
  })
  acceptJsonBodies(app)
  app.setValidatorCompiler(validatorCompiler())
  app.setErrorHandler(renderError)
  answerUnrouted(app, ({ config }) => options.facesTheWorld === true && config?.access?.caller === 'service')
  // Before anything of a body is looked at.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.is404) app.answerUnrouted(request, reply, done)
    else done(refusalOfCoding(request), payload)
  })
  app.decorateRequest('principal')
  app.decorateRequest('service', undefined)
  app.decorateRequest('expectedFailure', false)
  return app
}

/** Lists the routes as they are mounted; one that declares no access is refused. */
function keepInventory(app: Server): void {
  app.decorate('inventory', [] as MountedRoute[])
  app.addHook('onRoute', (route) => {
    if (operational.includes(route.url)) return
    const access = route.config?.access
    if (!access) throw new Error(`route ${route.method} ${route.url} declares no access`)
    if (access.unresolvable === 'forward') return
    for (const method of [route.method].flat()) {
      if (method === 'HEAD' || method === 'OPTIONS') continue
      const { everyFailure, takes } = route.config ?? {}
      app.inventory.push({
        method,
        url: route.url,
        access,
        bodyOptional: route.config?.bodyOptional ?? false,
        anyBody: route.config?.anyBody ?? false,
        judgesBody: route.validatorCompiler !== undefined,
        takesTokens: route.config?.takesTokens ?? true,
        schema: (route.schema ?? {}) as Record<string, unknown>,
        ...(everyFailure ? { everyFailure } : {}),
        ...(takes ? { takes } : {}),
      })
    }
  })
}

/** Finds out who calls before anything of a body is read, and once more after a body that came late. */
function judgeCallers(app: Server, options: ServerOptions): void {
  const { resolvePrincipal, resolveService } = options
  const stranger = strangerTo(options)
  const judge = (request: FastifyRequest, rule: Access, principal: Principal | undefined) => {
    if (!principal) throw new ApiError(common.unauthenticated)
    request.principal = { traceparent: traceparentOf(request.trace), ...principal }
    judgeAccess(rule, request)
  }
  // With callbacks: mostly there is nothing to wait for.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (!isUnambiguous(request.raw)) {
      reply.header('connection', 'close')
      return done(new ApiError(common.malformedRequest))
    }
    const admitted = options.admit?.(request)
    if (admitted) admitted.then(() => done(), done)
    else done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { access: rule } = request.routeOptions.config
    if (!rule) return done()
    if (rule.caller === 'service') {
      const service = resolveService(request)
      request.service = service
      if (service === undefined) return done(new ApiError(stranger))
      return done(rule.services?.some((one) => one === service) ? undefined : new ApiError(common.forbidden))
    }
    const principal = resolvePrincipal(request, reply)
    if (principal instanceof Promise) {
      principal.then((resolved) => judge(request, rule, resolved)).then(() => done(), done)
      return
    }
    judge(request, rule, principal)
    done()
  })
  if (options.facesTheWorld)
    judgeAfterLateBodies(app, async (request, reply) => {
      const { access: rule } = request.routeOptions.config
      if (rule) judge(request, rule, await resolvePrincipal(request, reply))
    })
}

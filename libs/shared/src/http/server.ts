import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
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
import { type Observe, observeAnswered } from './answered.ts'
import { acceptJsonBodies, MAX_BODY_BYTES, refusalOfCoding, requireBody } from './bodies.ts'
import { answerConditionally } from './conditional.ts'
import { type ConnectionLimits, refuseMalformed, timeouts, watchConnections } from './connections.ts'
import { CountedResponse } from './counted-response.ts'
import { mountDrain } from './drain.ts'
import { EVERYWHERE, mountHeaderPolicy } from './header-policy.ts'
import { healthPaths, mountHealth, type ReadinessCheck } from './health.ts'
import { judgeAfterLateBodies } from './late-bodies.ts'
import { type Bound, boundRequests, type Handler, hasBody } from './overload.ts'
import { type AnswerReady, answerReady, type ReadyAnswers } from './ready-answers.ts'
import { requestId } from './request-id.ts'
import { requestLines, requestLogger } from './request-log.ts'
import { isUnambiguous, plainTarget } from './target.ts'
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
   * For the service whose port is the world's: it has no `/metrics` there (see `startOperatorsServer`), and to whoever is
   * no service of the suite nothing under `/internal` is there either.
   */
  facesTheWorld?: boolean
  /** Lines of guests' requests tell their addresses. */
  logsAddresses?: boolean
  /** How long a closing server serves on, in seconds; not at all where it is absent. */
  drainSeconds?: number
  /** Whose X-Forwarded-For is believed; nobody's where it is absent. */
  trustProxy?: (address: string, hop: number) => boolean
  /** The most requests in progress at once; there is none where it is absent. */
  bound?: Bound
  /** What is sent past the framework. */
  readyAnswers?: ReadyAnswers
  /** The most connections at once; as many as may be where it is absent. */
  connections?: ConnectionLimits
}

/** Routes that services call have no principal. */
const isReadByGuest = ({ method, principal }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && principal?.kind === 'guest' && principal.internalKey === 'absent'

const operational = [...healthPaths, '/metrics']

/**
 * Creates the checks before the framework, which stop callers with too many connections, slow callers and requests
 * beyond capacity.
 */
function listenerOf({ bound, connections, registry }: ServerOptions, answer: AnswerReady) {
  return (handle: Handler): HttpServer => {
    // Who names no host, or several, is refused below, as the API refuses.
    const server = createHttpServer({
      ...timeouts,
      requireHostHeader: false,
      ServerResponse: CountedResponse,
    })
    // Who has sent all and closes that direction still waits for the answer.
    Object.assign(server, { httpAllowHalfOpen: true })
    const watch = watchConnections(server, registry, connections)
    // A request with an expectation that means nothing here is one like all others (RFC 9110, section 10.1.1).
    server.on('checkExpectation', (request, response) => server.emit('request', request, response))
    const admitted = bound ? boundRequests(bound, registry, answer)(handle) : handle
    server.on('request', (request, response) => {
      request.url = plainTarget(request.url ?? '/')
      watch.inTurn(request, response, () => {
        if (hasBody(request)) watch.expectBody(request)
        admitted(request, response)
      })
    })
    return server
  }
}

/** The one server factory: every service is made by it, in production as in the tests. */
export function createServer(options: ServerOptions): Server {
  const { logger, registry, resolvePrincipal, resolveService, readiness, internalError } = options
  const observers = [
    requestLines(logger, options.logsAddresses ?? false),
    requestDurations(registry),
    recordServerSpan,
  ]
  const observe: Observe = (answered) => {
    for (const one of observers) one(answered)
  }
  let isClosing = () => false
  const answer = answerReady(options.readyAnswers, () => isClosing(), observe)
  const renderError = errorRenderer(internalError, options.unavailable)
  const strangerToServices = options.facesTheWorld ? common.notFound : common.unauthenticated
  const app: Server = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestId,
    childLoggerFactory: requestLogger,
    bodyLimit: MAX_BODY_BYTES,
    serverFactory: listenerOf(options, answer),
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
  isClosing = mountDrain(app, options.drainSeconds ?? 0)
  mountTracing(app)
  observeAnswered(app, observe)
  const admit = (request: FastifyRequest, rule: Access, principal: Principal | undefined) => {
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
      request.service = resolveService(request)
      return done(request.service === undefined ? new ApiError(strangerToServices) : undefined)
    }
    const principal = resolvePrincipal(request, reply)
    if (principal instanceof Promise) {
      principal.then((resolved) => admit(request, rule, resolved)).then(() => done(), done)
      return
    }
    admit(request, rule, principal)
    done()
  })
  if (options.facesTheWorld)
    judgeAfterLateBodies(app, async (request, reply) => {
      const { access: rule } = request.routeOptions.config
      if (rule) admit(request, rule, await resolvePrincipal(request, reply))
    })
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
  mountHealth(app, readiness, isClosing, options.readinessDetails)
  if (!options.facesTheWorld) mountMetrics(app, registry)
  return app
}

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Caller } from '../contracts/principal.ts'
import type { ApiError, ErrorDefinition } from '../errors/catalogue.ts'
import type { Trace } from '../observability/trace.ts'
import type { Access } from './access.ts'

/** A Fastify instance whose handlers are typed by their TypeBox schemas. */
export type Server = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** A mounted route, as the API document and the inventory tests read it. */
export interface MountedRoute {
  method: string
  url: string
  access: Access
  everyFailure?: ErrorDefinition
  bodyOptional: boolean
  /** Whatever body comes is passed over. */
  anyBody: boolean
  /** The operation itself judges what the body is. */
  judgesBody: boolean
  /** The media types of the body, where it is not JSON. */
  takes?: readonly string[]
  /** False if no scope of a token is enough. */
  takesTokens?: boolean
  schema: Record<string, unknown>
}

/** Answers a request that no route takes, or refuses it. */
type AnswerUnrouted = (
  request: FastifyRequest,
  reply: FastifyReply,
  refuse: (refusal: ApiError) => void,
) => void

declare module 'fastify' {
  interface FastifyRequest {
    principal: Caller
    /** The step of a trace that the request is. */
    readonly trace: Trace
    /**
     * Judges the caller again, who may have been signed out, banned or erased since: `principal` is who they are now.
     * Undefined unless the body was still on its way when they had been judged.
     */
    judgeAgain: (() => Promise<void>) | undefined
    /** The calling service, on routes of access `service`. */
    service: string | undefined
    /** Set when a prescribed 500 hides a refusal: metrics count it apart from failures. */
    expectedFailure: boolean
  }
  interface FastifyInstance {
    /** Every route mounted so far, without health and metrics. */
    inventory: MountedRoute[]
    answerUnrouted: AnswerUnrouted
  }
  interface FastifyContextConfig {
    access?: Access
    /** No credential of this route's callers is looked at. */
    anonymous?: boolean
    /** Answered whatever goes wrong: some routes of the contract tell no reason. */
    everyFailure?: ErrorDefinition
    /** The route reads a body when there is one and does without (`{}`) when there is none. */
    bodyOptional?: boolean
    /** Whatever body comes, of whatever type, is passed over: see `passBodiesOver`. */
    anyBody?: boolean
    /** The media types of the body, which is not JSON: the route has a parser of its own. For the API document. */
    takes?: readonly string[]
    /** False for what members see of their accounts only by their own credentials; for the API document. */
    takesTokens?: boolean
    /** The gateway passes the route on to a service. */
    isProxied?: boolean
  }
  interface FastifySchema {
    operationId?: string
    summary?: string
    description?: string
    tags?: readonly string[]
  }
}

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../database/away.ts'
import { ApiError, type ErrorDefinition } from './catalogue.ts'
import { challengeFor, scopeChallenge } from './challenges.ts'
import { common } from './common.ts'
import { writeError } from './problem.ts'
import { refusalFor } from './withheld-roles.ts'

/** What the framework itself refuses, in the catalogue's words. */
const frameworkErrors: Record<string, ErrorDefinition> = {
  FST_ERR_CTP_BODY_TOO_LARGE: common.bodyTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: common.unsupportedMediaType,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: common.malformedBody,
  FST_ERR_BAD_URL: common.invalidParameter,
  FST_ERR_ASYNC_CONSTRAINT: common.notFound,
  FST_ERR_NOT_FOUND: common.notFound,
}

/** In seconds: about as long as a database takes to change its primary, or a pool to have room. */
const COME_AGAIN = '2'

/** Turns anything thrown into an `ApiError`. While the database is away, callers are told to come again. */
export function toApiError(
  error: unknown,
  internal: ErrorDefinition = common.internal,
  unavailable: ErrorDefinition = common.unavailable,
): ApiError {
  if (error instanceof ApiError) {
    return error.definition === common.internal ? new ApiError(internal, { cause: error.cause }) : error
  }
  const { validation, validationContext, code, statusCode } = error as Partial<FastifyError>
  if (validation) return fromValidation(validation, validationContext ?? 'body', error)
  const known = code === undefined ? undefined : frameworkErrors[code]
  if (known) return new ApiError(known, { cause: error })
  // Its caller has gone.
  if (error instanceof DOMException && error.name === 'AbortError')
    return new ApiError(common.unavailable, { cause: error })
  if (error instanceof SyntaxError || statusCode === 400)
    return new ApiError(common.malformedBody, { cause: error })
  if (isDatabaseAway(error))
    return new ApiError(unavailable, { cause: error, headers: { 'retry-after': COME_AGAIN } })
  return new ApiError(internal, { cause: error })
}

function fromValidation(
  issues: NonNullable<FastifyError['validation']>,
  context: string,
  cause: unknown,
): ApiError {
  const issue = issues[0]
  const missing = issue?.keyword === 'required' ? String(issue.params.missingProperty) : undefined
  const field = [
    ...(issue?.instancePath ?? '').split('/').slice(1),
    ...(missing === undefined ? [] : [missing]),
  ].join('.')
  if (context !== 'body') {
    const kind = context === 'querystring' ? 'query' : 'path'
    return new ApiError(common.invalidParameter, { cause, message: `invalid \`${field}\` ${kind} parameter` })
  }
  const reason = missing === undefined ? (issue?.message ?? 'has the wrong shape') : 'is required'
  const message = field === '' ? `invalid request body: ${reason}` : `invalid \`${field}\`: ${reason}`
  return new ApiError(common.invalidBody, { cause, message })
}

/**
 * Writes an error to the wire: `{"error": message}`, or problem details if they are asked for, with the catalogue's status.
 * `everyFailure` on a route replaces whatever went wrong (the contract's routes that answer all failures alike);
 * the metrics then count the answer as expected, so that a guest cannot set off an alarm.
 */
export function errorRenderer(
  internal: ErrorDefinition = common.internal,
  unavailable: ErrorDefinition = common.unavailable,
) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const cause = toApiError(thrown, internal, unavailable)
    const mask = request.routeOptions?.config?.everyFailure
    const masked = mask ? new ApiError(mask, { cause }) : cause
    const refusal = refusalFor(masked.definition, request.principal)
    const rendered = refusal === masked.definition ? masked : new ApiError(refusal, { cause })
    const { status, code } = rendered.definition
    if (cause.definition.status >= 500 && cause.definition.code === internal.code) {
      request.log.error({ err: cause.cause ?? cause, code }, 'request failed')
    } else if (cause.definition === unavailable && cause.cause) {
      request.log.warn({ err: cause.cause, code }, 'what this needs is away')
    } else if (mask) {
      request.log.info({ code, reason: cause.definition.code }, 'request refused')
    }
    request.expectedFailure =
      cause.definition.expected ?? (mask !== undefined && cause.definition.status < 500)
    const challenge =
      status === 401
        ? challengeFor(request.headers.authorization)
        : status === 403 && scopeChallenge(rendered.definition, request.principal)
    if (challenge) reply.header('www-authenticate', challenge)
    // Nothing else says it for a path that is passed on.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    const { type, body } = writeError(rendered.definition, rendered.message, request.headers.accept)
    reply.code(status).headers(rendered.headers).type(type)
    reply.serializer(JSON.stringify).send(body)
  }
}

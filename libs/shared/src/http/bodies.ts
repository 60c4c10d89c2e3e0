import type { IncomingMessage } from 'node:http'
import type { FastifyRequest, preValidationHookHandler } from 'fastify'
import { ApiError } from '../errors/catalogue.ts'
import { common } from '../errors/common.ts'
import { isTooIntricate } from './json-bounds.ts'
import type { Server } from './types.ts'
import { utf8Of } from './utf8.ts'

/** The largest request body, in bytes (1 MiB). */
export const MAX_BODY_BYTES = 1_048_576

/**
 * The approximate length of a response whose exact length the service does not know yet, so that the gateway does not
 * start one for which it has no memory.
 */
export const EXPECTED_BYTES = 'x-expected-bytes'

const BODILESS = new Set(['GET', 'HEAD'])

/** Whether a body is read: never for GET and HEAD, whatever they send. */
export const hasBody = ({ method = 'GET', headers }: IncomingMessage) =>
  !BODILESS.has(method) &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

const tooIntricate = () =>
  new ApiError(common.invalidBody, { message: 'invalid request body: too many values, or too deep' })

/**
 * JSON in UTF-8 only (RFC 8259, section 8.1); `__proto__` and `constructor.prototype` keys are dropped like any unknown
 * field; no body at all reads as undefined.
 */
export function acceptJsonBodies(app: Server): void {
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = utf8Of(body as Buffer)
    if (text === undefined) done(new ApiError(common.malformedBody))
    else if (text === '') done(null, undefined)
    else if (isTooIntricate(text)) done(tooIntricate())
    else parse(request, text, done)
  })
}

/** Refuses a compressed body (RFC 9110, 15.5.16): nothing here unpacks one. Whoever passes it on lets others judge. */
export function refusalOfCoding({ raw, headers, routeOptions }: FastifyRequest): ApiError | null {
  const { 'content-encoding': coding = 'identity' } = headers
  const { anyBody, isProxied } = routeOptions.config
  if (/^(identity)?$/i.test(coding) || anyBody || isProxied || !hasBody(raw)) return null
  return new ApiError(common.codedBody, { headers: { 'accept-encoding': 'identity' } })
}

/** For routes of this scope that declare `anyBody`: what they act on is in their address. */
export function passBodiesOver(scope: Server): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null))
}

/** The fields that a schema names; undefined where it allows others or is no object's. */
function fieldsOf(schema: unknown): ReadonlySet<string> | undefined {
  const { properties, additionalProperties, patternProperties } = schema as Record<string, object | undefined>
  if (!properties || additionalProperties || patternProperties) return undefined
  return new Set(Object.keys(properties))
}

/** Drops what is ignored: a mebibyte of nested arrays takes twenty times as much, for as long as a request lasts. */
function withOnly(fields: ReadonlySet<string>, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const kept: Record<string, unknown> = {}
  for (const name of fields) if (Object.hasOwn(body, name)) kept[name] = body[name as keyof typeof body]
  return kept
}

/**
 * A missing body is 400, or `{}` where the route says so; Ajv would call it a wrong shape. Fields that the route does not
 * know are dropped.
 */
export function requireBody(app: Server): void {
  app.addHook('onRoute', (route) => {
    if (!route.schema?.body) return
    const fields = fieldsOf(route.schema.body)
    const require: preValidationHookHandler = (request, _reply, done) => {
      if (request.body === undefined) {
        if (!route.config?.bodyOptional) throw new ApiError(common.missingBody)
        request.body = {}
      }
      if (fields) request.body = withOnly(fields, request.body)
      done()
    }
    route.preValidation = [require, ...[route.preValidation ?? []].flat()]
  })
}

import type { preValidationHookHandler } from 'fastify'
import { ApiError } from '../errors/catalogue.ts'
import { common } from '../errors/common.ts'
import type { Server } from './types.ts'

/** The largest request body, in bytes (1 MiB). */
export const MAX_BODY_BYTES = 1_048_576

/**
 * The approximate length of a response whose exact length the service does not know yet, so that the gateway does not
 * start one for which it has no memory.
 */
export const EXPECTED_BYTES = 'x-expected-bytes'

/** JSON only; `__proto__` and `constructor.prototype` keys are dropped like any unknown field; no body at all reads as undefined. */
export function acceptJsonBodies(app: Server): void {
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body as string, done)
  })
}

/** For routes of this scope that declare `anyBody`: what they act on is in their address. */
export function passBodiesOver(scope: Server): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null))
}

/** A missing body is 400, or `{}` where the route says so; Ajv would call it a wrong shape. */
export function requireBody(app: Server): void {
  app.addHook('onRoute', (route) => {
    if (!route.schema?.body) return
    const require: preValidationHookHandler = (request, _reply, done) => {
      if (request.body === undefined) {
        if (!route.config?.bodyOptional) throw new ApiError(common.missingBody)
        request.body = {}
      }
      done()
    }
    route.preValidation = [require, ...[route.preValidation ?? []].flat()]
  })
}

import { catalogue } from './catalogue.ts'

/** The errors that every service may answer. */
export const common = catalogue({
  malformedRequest: { status: 400, message: 'malformed request' },
  malformedBody: { status: 400, message: 'request body is not valid JSON' },
  missingBody: { status: 400, message: 'a JSON request body is required' },
  invalidParameter: {
    status: 400,
    message: 'invalid parameter',
    namesField: true,
    description: 'A path or query parameter is malformed; the message names it.',
  },
  invalidCredentials: {
    status: 401,
    message: 'invalid credentials',
    description: 'Invalid credentials were sent.',
  },
  unauthenticated: {
    status: 401,
    message: 'authentication required',
    description: 'The route needs a member.',
  },
  missingInternalKey: { status: 401, message: 'missing internal authentication header' },
  wrongInternalKey: { status: 403, message: 'invalid internal authentication key' },
  forbidden: { status: 403, message: 'forbidden' },
  cannotReadOwn: { status: 403, message: 'forbidden', scope: 'forum:read' },
  cannotWriteOwn: { status: 403, message: 'forbidden', scope: 'forum:write' },
  recentSignInRequired: {
    status: 403,
    message: 'recent sign-in is required',
    description: 'The session was neither opened nor confirmed within the last 15 minutes.',
  },
  secondFactorRequired: {
    status: 403,
    message: 'second factor is required',
    description:
      'The caller may do this by a role, for which the instance wants a second factor that they do not have (`security.staff_second_factor`). A session in which it was never shown is not confirmed by the password alone.',
  },
  notFound: { status: 404, message: 'not found' },
  methodNotAllowed: { status: 405, message: 'method not allowed' },
  requestTimeout: { status: 408, message: 'request took too long' },
  bodyTooLarge: { status: 413, message: 'request body is too large' },
  targetTooLong: { status: 414, message: 'request target is too long' },
  unsupportedMediaType: { status: 415, message: 'unsupported content type: send application/json' },
  codedBody: {
    status: 415,
    message: 'unsupported content coding: send the body as it is',
    description: 'The body is compressed (`Content-Encoding`).',
  },
  invalidBody: {
    status: 422,
    message: 'invalid request body',
    namesField: true,
    description: 'Well-formed JSON of the wrong shape; the message names the field.',
  },
  tooManyRequests: {
    status: 429,
    message: 'too many requests',
    description: 'This address or account has reached its limit; `Retry-After` says when to try again.',
  },
  headersTooLarge: { status: 431, message: 'request headers are too large' },
  internal: { status: 500, message: 'internal error' },
  unknownMethod: { status: 501, message: 'unknown method' },
  unavailable: { status: 503, message: 'service unavailable' },
})

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
  notFound: { status: 404, message: 'not found' },
  requestTimeout: { status: 408, message: 'request took too long' },
  bodyTooLarge: { status: 413, message: 'request body is too large' },
  unsupportedMediaType: { status: 415, message: 'unsupported content type: send application/json' },
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
  unavailable: { status: 503, message: 'service unavailable' },
})

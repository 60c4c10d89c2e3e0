import type { ErrorDefinition } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { mayNeedRole } from '@agora/shared/errors/withheld-roles'
import { declaredErrors } from '@agora/shared/http/responses'
import type { MountedRoute } from '@agora/shared/http/types'

/** The failures that any route of a service may have. */
export interface Edge {
  /** Credentials are ignored, of all requests or of what is read. */
  anonymous: boolean | 'reads'
  /** The service's 500. */
  internal: ErrorDefinition
  /** The gateway's answer while it is overloaded or the service is down. */
  unavailable: ErrorDefinition
  /** A write that another site's page sent. */
  foreignOrigin: ErrorDefinition
}

const reads = new Set(['GET', 'HEAD'])

/** The errors that the route itself declares. */
export function declaredBy({ schema }: MountedRoute): readonly ErrorDefinition[] {
  const response = schema.response as { [declaredErrors]?: readonly ErrorDefinition[] } | undefined
  return response?.[declaredErrors] ?? []
}

/** The errors of the access check, by the kind of caller that the route is for. */
function ofAccess({ access }: MountedRoute): ErrorDefinition[] {
  const { caller, refusal, unresolvable } = access
  const unread = unresolvable === 'reject' ? [refusal ?? common.invalidCredentials] : []
  switch (caller) {
    case 'internal-key':
      return [common.missingInternalKey, common.wrongInternalKey]
    case 'member':
      return [...unread, refusal ?? common.unauthenticated]
    case 'internal-key-or-administrator':
      return [...unread, common.unauthenticated, common.forbidden, common.wrongInternalKey]
    case 'administrator':
      return [...unread, refusal ?? common.unauthenticated, refusal ?? common.forbidden]
    default:
      return unread
  }
}

/** Whether any query is refused: only if some parameter is validated. */
function judgesQuery({ querystring }: MountedRoute['schema']): boolean {
  const { properties = {} } = (querystring ?? {}) as { properties?: Record<string, object> }
  return Object.values(properties).some((property) =>
    Object.keys(property).some((key) => key !== 'description'),
  )
}

/** What the framework refuses before the operation sees the request. Even a body that no route reads must be JSON. */
function ofShape(route: MountedRoute): ErrorDefinition[] {
  const { method, schema, bodyOptional, judgesBody, anyBody, takes } = route
  if (takes) return [common.codedBody]
  const isFree = anyBody || reads.has(method)
  const missing = schema.body && !bodyOptional ? [common.missingBody] : []
  return [
    ...(judgesQuery(schema) ? [common.invalidParameter] : []),
    ...(isFree || judgesBody ? [] : [common.malformedBody, ...missing, common.invalidBody]),
    ...(isFree ? [] : [common.unsupportedMediaType, common.codedBody]),
  ]
}

/** Every error that a caller of this route may get, each once. */
export function failuresOf(route: MountedRoute, edge: Edge): readonly ErrorDefinition[] {
  const isWrite = !reads.has(route.method)
  const judged = route.everyFailure
    ? [route.everyFailure]
    : [...ofAccess(route), ...ofShape(route), ...declaredBy(route), edge.internal]
  const isOfServices = route.access.caller === 'service'
  const within = judged.some(mayNeedRole) && !isOfServices ? [...judged, common.secondFactorRequired] : judged
  const onTheWay = [
    ...(isWrite ? [edge.foreignOrigin, common.bodyTooLarge] : []),
    common.tooManyRequests,
    edge.unavailable,
  ]
  return [...new Set([...within, ...onTheWay])]
}

import type { ErrorDefinition } from '@agora/shared/errors/catalogue'
import type { MountedRoute } from '@agora/shared/http/types'
import type { Components, Json, JsonObject } from './components.ts'
import { type Edge, failuresOf } from './failures.ts'

/** The parts of a route's schema that the document uses. */
interface RouteSchema {
  operationId?: string
  summary?: string
  description?: string
  tags?: readonly string[]
  params?: JsonObject
  querystring?: JsonObject
  headers?: JsonObject
  body?: JsonObject
  response?: Record<string, JsonObject>
}

export interface OperationContext {
  components: Components
  edge: Edge
  /** The document's section for a route's tag. */
  heading: (tag: string) => string
}

const credentials: readonly JsonObject[] = [{ session: [] }, { password: [] }, { token: [] }]

/** The path in OpenAPI's form: `/threads/{thread_ref}`. */
export const pathOf = ({ url }: MountedRoute) => url.replaceAll(/:(\w+)/g, '{$1}')

function securityOf({ access }: MountedRoute, { anonymous }: Edge): JsonObject[] {
  if (anonymous) return []
  switch (access.caller) {
    case 'internal-key':
      return [{ internalKey: [] }]
    case 'internal-key-or-administrator':
      return [{ internalKey: [] }, ...credentials.slice(0, 2)]
    case 'administrator':
      // No token scope makes an administrator.
      return credentials.slice(0, 2)
    case 'member':
      return [...credentials]
    default:
      return [{}, ...credentials]
  }
}

function parametersOf(
  place: 'path' | 'query' | 'header',
  schema: JsonObject,
  components: Components,
): JsonObject[] {
  const required = new Set((schema.required ?? []) as string[])
  return Object.entries((schema.properties ?? {}) as Record<string, JsonObject>).map(([name, property]) => {
    const { description, ...rest } = property
    const optional = place !== 'path' && (!required.has(name) || 'default' in property)
    return {
      name,
      in: place,
      ...(optional ? {} : { required: true }),
      ...(description === undefined ? {} : { description }),
      schema: components.write(rest),
    }
  })
}

/** The headers that a client may read besides the body. */
const headersOf = (status: number): JsonObject => ({
  ...(status === 401 ? { 'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' } } : {}),
  ...(status === 429 || status === 503
    ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }
    : {}),
})

/** One status with its exact messages: a closed list unless one of them names a field. */
function failureResponse(status: number, errors: readonly ErrorDefinition[]): JsonObject {
  const messages = [...new Set(errors.map(({ message }) => message))]
  const open = errors.some(({ namesField }) => namesField)
  const examples = errors.map(({ code, message, description }) => [
    code,
    { ...(description === undefined ? {} : { summary: description }), value: { error: message } },
  ])
  const headers = headersOf(status)
  return {
    description: messages.join('; '),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content: {
      'application/json': {
        schema: open
          ? { $ref: '#/components/schemas/Error' }
          : {
              type: 'object',
              required: ['error'],
              properties: { error: { type: 'string', enum: messages } },
            },
        examples: Object.fromEntries(examples),
      },
    },
  }
}

/** The header of the answer to a repeated request. */
const replayed: JsonObject = {
  headers: { 'Idempotency-Replayed': { $ref: '#/components/headers/Idempotency-Replayed' } },
}

function successResponse(schema: JsonObject, components: Components): JsonObject {
  const description = typeof schema.description === 'string' ? schema.description : 'Done.'
  // A schema with only a description documents an answer without a body.
  if (Object.keys(schema).every((key) => key === 'description')) return { description }
  const mediaType = schema.contentMediaType
  if (typeof mediaType === 'string') return { description, content: { [mediaType]: {} } }
  return { description, content: { 'application/json': { schema: components.refer(schema) } } }
}

function responsesOf(route: MountedRoute, schema: RouteSchema, { components, edge }: OperationContext) {
  const entries: [number, JsonObject][] = []
  const failures = new Map<number, ErrorDefinition[]>()
  for (const error of failuresOf(route, edge))
    failures.set(error.status, [...(failures.get(error.status) ?? []), error])
  for (const [status, errors] of failures) entries.push([status, failureResponse(status, errors)])
  for (const [status, body] of Object.entries(schema.response ?? {})) {
    if (failures.has(Number(status))) continue
    const repeatable =
      schema.headers?.properties !== undefined &&
      'idempotency-key' in (schema.headers.properties as JsonObject)
    entries.push([Number(status), { ...successResponse(body, components), ...(repeatable ? replayed : {}) }])
  }
  return Object.fromEntries(entries.sort(([a], [b]) => a - b))
}

/** The first example in a body's schema. */
function exampleOf({ examples }: JsonObject): JsonObject {
  return Array.isArray(examples) && examples.length > 0 ? { example: examples[0] as Json } : {}
}

/** One operation of the document. */
export function operationOf(route: MountedRoute, context: OperationContext): JsonObject {
  // TypeBox marks its schemas with symbols and hidden properties: JSON keeps only the JSON Schema.
  const plain = JSON.parse(JSON.stringify(route.schema)) as RouteSchema
  const { operationId, summary, description, tags = [], params, querystring, headers, body } = plain
  if (!operationId || !summary || tags.length === 0)
    throw new Error(`${route.method} ${route.url} lacks its operationId, summary or tags`)
  const { components, edge, heading } = context
  const inPath = new Set([...pathOf(route).matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  const parameters = [
    ...(params ? parametersOf('path', params, components) : []).filter(({ name }) =>
      inPath.has(name as string),
    ),
    ...(querystring ? parametersOf('query', querystring, components) : []),
    ...(headers ? parametersOf('header', headers, components) : []),
  ]
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: tags.map(heading),
    security: securityOf(route, edge),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? {
          requestBody: {
            required: !route.bodyOptional,
            content: { 'application/json': { schema: components.refer(body), ...exampleOf(body) } },
          },
        }
      : {}),
    responses: responsesOf(route, plain, context),
  }
}

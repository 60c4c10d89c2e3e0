import type { ErrorDefinition } from '@agora/shared/errors/catalogue'
import type { MountedRoute } from '@agora/shared/http/types'
import { type Components, DOCUMENTED, type Json, type JsonObject } from './components.ts'
import { exampleOf } from './examples.ts'
import { type Edge, failuresOf } from './failures.ts'
import { securityOf } from './security.ts'

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

/** The path in OpenAPI's form: `/threads/{thread_ref}`. */
export const pathOf = ({ url }: MountedRoute) => url.replaceAll(/:(\w+)/g, '{$1}')

function parametersOf(
  place: 'path' | 'query' | 'header',
  schema: JsonObject,
  { components, isOwnId }: { components: Components; isOwnId: (name: string) => boolean },
): JsonObject[] {
  const required = new Set((schema.required ?? []) as string[])
  return Object.entries((schema.properties ?? {}) as Record<string, JsonObject>).map(([name, property]) => {
    const { description, [DOCUMENTED]: judged, ...rest } = property
    const { required: isAskedFor = false, ...documented } = (judged ?? {}) as JsonObject
    const optional = place !== 'path' && !isAskedFor && (!required.has(name) || 'default' in property)
    return {
      name,
      in: place,
      ...(optional ? {} : { required: true }),
      ...(description === undefined ? {} : { description }),
      schema: { ...components.write(rest), ...documented, ...(isOwnId(name) ? { format: 'uuid' } : {}) },
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
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
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
  const { contentMediaType: mediaType, contentSchema } = schema
  if (typeof mediaType !== 'string')
    return { description, content: { 'application/json': withExample(components.refer(schema), components) } }
  const events = contentSchema && withExample(components.refer(contentSchema as JsonObject), components)
  return { description, content: { [mediaType]: events ?? {} } }
}

const withExample = (schema: JsonObject, components: Components): JsonObject => ({
  schema,
  example: exampleOf(schema, components),
})

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
  const isOnlyRedirect = !entries.some(([status]) => status < 300)
  return {
    ...Object.fromEntries(entries.sort(([a], [b]) => a - b)),
    ...(isOnlyRedirect ? ofRedirect : {}),
  }
}

/** The first example in a body's schema. */
function exampleOfBody({ examples }: JsonObject): JsonObject {
  return Array.isArray(examples) && examples.length > 0 ? { example: examples[0] as Json } : {}
}

/** Ids in paths are this suite's own, and so UUIDs, but for the games' and a provider's, which come back as `self`. */
const isOwnIdAt = (url: string) => (name: string) =>
  name.endsWith('_id') && !url.includes('/archive/') && !url.includes('/provider_')

/** A linter, and many a generator, looks for an answer that is no redirect. */
const ofRedirect: JsonObject = {
  default: {
    description: 'Any other answer is an error.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  },
}

/** A body that is no JSON: the bytes of one of these types. */
const bytesOf = (types: readonly string[]): JsonObject => ({
  required: true,
  content: Object.fromEntries(
    types.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]),
  ),
})

/** One operation of the document. */
export function operationOf(route: MountedRoute, context: OperationContext): JsonObject {
  // TypeBox marks its schemas with symbols and hidden properties: JSON keeps only the JSON Schema.
  const plain = JSON.parse(JSON.stringify(route.schema)) as RouteSchema
  const { operationId, summary, description, tags = [], params, querystring, headers, body } = plain
  if (!operationId || !summary || !description || tags.length === 0)
    throw new Error(`${route.method} ${route.url} lacks its operationId, summary, description or tags`)
  const { components, edge, heading } = context
  const inPath = new Set([...pathOf(route).matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  const written = { components, isOwnId: isOwnIdAt(route.url) }
  const parameters = [
    ...(params ? parametersOf('path', params, written) : []).filter(({ name }) => inPath.has(name as string)),
    ...(querystring ? parametersOf('query', querystring, { components, isOwnId: () => false }) : []),
    ...(headers ? parametersOf('header', headers, { components, isOwnId: () => false }) : []),
  ]
  return {
    operationId,
    summary,
    description,
    tags: tags.map(heading),
    security: securityOf(route, edge),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.takes ? { requestBody: bytesOf(route.takes) } : {}),
    ...(body
      ? {
          requestBody: {
            required: !route.bodyOptional,
            content: { 'application/json': { schema: components.refer(body), ...exampleOfBody(body) } },
          },
        }
      : {}),
    responses: responsesOf(route, plain, context),
  }
}

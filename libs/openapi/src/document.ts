import type { MountedRoute } from '@agora/shared/http/types'
import { Components, type JsonObject, type NamedSchema } from './components.ts'
import type { Edge } from './failures.ts'
import { operationOf, pathOf } from './operation.ts'
import { type DocumentedWebhook, webhookOf, webhookParameters } from './webhooks.ts'

/** One service's part of the document. */
export interface DocumentedService {
  routes: readonly MountedRoute[]
  edge: Edge
}

export interface DocumentOptions {
  info: JsonObject
  services: readonly DocumentedService[]
  /** What receivers of events are sent, by its name, and the tag of their section. */
  webhooks: { tag: string; events: Readonly<Record<string, DocumentedWebhook>> }
  named: readonly NamedSchema[]
  overrides: Readonly<Record<string, JsonObject>>
  /** The document's sections in order, with their texts, by the routes' tags. */
  headings: Readonly<Record<string, { name: string; description: string }>>
}

const securitySchemes: JsonObject = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sid',
    description:
      'The session of a signed-in member; behind TLS the cookie is named `__Host-sid`. A write must come from a page of this site.',
  },
  password: {
    type: 'http',
    scheme: 'basic',
    description:
      'A username, email or user id with the password; or a client’s `key@clients` with its secret, which reads only.',
  },
  token: {
    type: 'oauth2',
    description: 'An access token, bounded by its scopes.',
    flows: {
      authorizationCode: {
        authorizationUrl: '/oauth/authorize',
        tokenUrl: '/oauth/token',
        refreshUrl: '/oauth/token',
        scopes: {
          base: 'Tells who the member is and reads.',
          'forum:read': 'Reads the forum as the member. Includes `base`.',
          'forum:write': 'Posts as the member, without their roles. Includes `forum:read`.',
          'forum:moderate': 'Posts and uses the member’s roles. Includes `forum:write`.',
        },
      },
      clientCredentials: { tokenUrl: '/oauth/token', scopes: { base: 'Reads as the client itself.' } },
    },
  },
  internalKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Svc-Internal-Auth',
    description: 'The instance’s internal key, for its operators.',
  },
}

const headers: JsonObject = {
  'Idempotency-Replayed': {
    description: 'The key was used before: this is the earlier creation as it reads now.',
    schema: { const: 'true' },
  },
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: { type: 'string' } },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string' } },
}

/** What RFC 9457 asks for; `error` is as in the usual answer. */
const problemSchema: JsonObject = {
  type: 'object',
  description:
    'An error for whoever names `application/problem+json` in `Accept` (RFC 9457). The type is stable; the name at its end is that of the error’s example in this document.',
  required: ['type', 'title', 'status', 'error'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'Such as `urn:agora:error:threadNotFound`.' },
    title: { type: 'string', description: 'What went wrong, always the same for a type.' },
    status: { type: 'integer', description: 'The status of the answer.' },
    detail: { type: 'string', description: 'What exactly, if there is more to say than the title.' },
    error: { type: 'string', description: 'As in the answer without problem details.' },
  },
  examples: [
    {
      type: 'urn:agora:error:threadNotFound',
      title: 'thread not found',
      status: 404,
      error: 'thread not found',
    },
  ],
}

const errorSchema: JsonObject = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string', description: 'What went wrong; in the archive, a tag.' } },
}

/** A failure used this often becomes a component. */
const OFTEN = 3

/** Moves failures that many routes share into the components and references them. */
function shareResponses(paths: Record<string, Record<string, JsonObject>>): JsonObject {
  const seen = new Map<string, { name: string; response: JsonObject; count: number }>()
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  const failures = operations.flatMap(({ responses }) =>
    Object.entries(responses as Record<string, JsonObject>).filter(([status]) => Number(status) >= 400),
  )
  for (const [, response] of failures) {
    const content = response.content as Record<string, JsonObject> | undefined
    const codes = Object.keys((content?.['application/json']?.examples ?? {}) as JsonObject)
    if (codes.length === 0 || codes.length > 2) continue
    const text = JSON.stringify(response)
    const name = codes.map((code) => code.charAt(0).toUpperCase() + code.slice(1)).join('Or')
    const known = seen.get(text)
    if (known) known.count += 1
    else seen.set(text, { name, response, count: 1 })
  }
  const kept = new Map<string, { name: string; response: JsonObject; count: number }>()
  for (const candidate of seen.values()) {
    if (candidate.count < OFTEN) continue
    // If several services use a name for different answers, the most frequent one gets it.
    if (candidate.count > (kept.get(candidate.name)?.count ?? 0)) kept.set(candidate.name, candidate)
  }
  for (const operation of operations) {
    const responses = operation.responses as Record<string, JsonObject>
    for (const [status, response] of Object.entries(responses)) {
      const found = seen.get(JSON.stringify(response))
      if (found && kept.get(found.name) === found)
        responses[status] = { $ref: `#/components/responses/${found.name}` }
    }
  }
  const names = [...kept.keys()].sort()
  return Object.fromEntries(names.map((name) => [name, kept.get(name)?.response as JsonObject]))
}

/** Internal routes are not part of the API. */
const isPublic = ({ access, url }: MountedRoute) => access.caller !== 'service' && url.startsWith('/api/v1/')

/** The OpenAPI 3.1 document of all services; the same text for the same routes. */
export function openApiDocument(options: DocumentOptions): JsonObject {
  const { info, services, webhooks, named, overrides, headings } = options
  const components = new Components(named, overrides)
  const ids = new Set<string>()
  const heading = (tag: string) => {
    const found = headings[tag]
    if (!found) throw new Error(`the document has no heading for the tag ${tag}`)
    return found.name
  }
  const paths: Record<string, Record<string, JsonObject>> = {}
  for (const { routes, edge } of services) {
    for (const route of routes.filter(isPublic)) {
      const operation = operationOf(route, { components, edge, heading })
      const id = String(operation.operationId)
      if (ids.has(id)) throw new Error(`two routes are called ${id}`)
      ids.add(id)
      const path = pathOf(route)
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
    }
  }
  const tag = heading(webhooks.tag)
  const hooks = Object.entries(webhooks.events).map(([kind, event]): [string, JsonObject] => [
    kind,
    webhookOf(kind, event, { components, tag }),
  ])
  const used = new Set([
    tag,
    ...Object.values(paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags as string[])),
  ])
  const tags = [...new Map(Object.values(headings).map((tag) => [tag.name, tag])).values()]
  const responses = shareResponses(paths)
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/', description: 'This site' }],
    tags: tags.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description })),
    paths,
    webhooks: Object.fromEntries(hooks),
    components: {
      securitySchemes,
      headers,
      parameters: webhookParameters,
      schemas: { Error: errorSchema, Problem: problemSchema, ...components.schemas },
      responses,
    },
  }
}

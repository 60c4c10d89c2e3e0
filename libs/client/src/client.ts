import createFetchClient, { type Client, type ClientOptions } from 'openapi-fetch'
import { keyCreations, repeatCreations } from './creation.ts'
import type { components, paths } from './schema.ts'

/** The API's resources by their names, such as `Schemas['ForumThread']`. */
export type Schemas = components['schemas']
export type AgoraClient = Client<paths>
export type AgoraClientOptions = Omit<ClientOptions, 'baseUrl'>

/**
 * A client of the suite at this address. Paths, parameters, bodies and answers are typed by the API's document:
 *
 *     const { data, error } = await client.GET('/api/v1/forum/threads/{thread_ref}', {
 *       params: { path: { thread_ref: 'welcome' } },
 *     })
 *
 * What creates carries an `Idempotency-Key` and is sent again after a lost connection or a 503: it creates once.
 * Credentials are the caller's to set, as `headers` or by a middleware (`client.use`). What the server refuses is
 * `error`; only a broken connection throws.
 */
export function createAgoraClient(site: string, options: AgoraClientOptions = {}): AgoraClient {
  const { fetch: send = (request: Request) => fetch(request), ...others } = options
  const client = createFetchClient<paths>({ baseUrl: site, ...others, fetch: repeatCreations(send) })
  client.use(keyCreations)
  return client
}

import createFetchClient, { type Client, type ClientOptions } from 'openapi-fetch'
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
 * Credentials are the caller's to set, as `headers` or by a middleware (`client.use`). What the server refuses is
 * `error`; only a broken connection throws.
 */
export function createAgoraClient(site: string, options: AgoraClientOptions = {}): AgoraClient {
  return createFetchClient<paths>({ baseUrl: site, ...options })
}

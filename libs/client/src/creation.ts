import type { Middleware } from 'openapi-fetch'
import type { paths } from './schema.ts'

/** The header that names a creation. */
export const IDEMPOTENCY_KEY = 'idempotency-key'

type HeaderOf<Path extends keyof paths> = paths[Path] extends {
  post: { parameters: { header?: infer Header } }
}
  ? NonNullable<Header>
  : never
type RepeatablePath = {
  [Path in keyof paths]: [HeaderOf<Path>] extends [never]
    ? never
    : typeof IDEMPOTENCY_KEY extends keyof HeaderOf<Path>
      ? Path
      : never
}[keyof paths]

/** The routes whose POST creates once for each key: exactly those that the API's document says do. */
const repeatable: ReadonlySet<string> = new Set(
  Object.keys({
    '/api/v1/forum/sections/{section_ref}': true,
    '/api/v1/forum/threads/{thread_ref}': true,
    '/api/v1/forum/threads/{thread_ref}/reports': true,
    '/api/v1/forum/posts/{post_ref}/reports': true,
    '/api/v1/forum/reports/{report_id}/notes': true,
    '/api/v1/forum/sanctions': true,
  } satisfies Record<RepeatablePath, true>),
)

/** Gives each creation a key of its own, unless the caller has set one. */
export const keyCreations: Middleware = {
  onRequest({ schemaPath, request }) {
    const creates = request.method === 'POST' && repeatable.has(schemaPath)
    if (creates && !request.headers.has(IDEMPOTENCY_KEY))
      request.headers.set(IDEMPOTENCY_KEY, crypto.randomUUID())
  },
}

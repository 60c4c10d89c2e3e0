import type { Middleware } from 'openapi-fetch'
import type { paths } from './schema.ts'

const HEADER = 'idempotency-key'
/** Pauses before a creation is sent again, in milliseconds. */
const PAUSES_MS = [200, 1_000, 5_000]

type HeaderOf<Path extends keyof paths> = paths[Path] extends {
  post: { parameters: { header?: infer Header } }
}
  ? NonNullable<Header>
  : never
type RepeatablePath = {
  [Path in keyof paths]: [HeaderOf<Path>] extends [never]
    ? never
    : typeof HEADER extends keyof HeaderOf<Path>
      ? Path
      : never
}[keyof paths]

/** The routes whose POST creates once for each key: those of which the API's document says so, no more and no fewer. */
const repeatable: ReadonlySet<string> = new Set(
  Object.keys({
    '/api/v1/forum/sections/{section_ref}': true,
    '/api/v1/forum/threads/{thread_ref}': true,
    '/api/v1/forum/threads/{thread_ref}/reports': true,
    '/api/v1/forum/posts/{post_ref}/reports': true,
    '/api/v1/forum/sanctions': true,
  } satisfies Record<RepeatablePath, true>),
)

/** Gives each creation a key of its own, unless the caller has given one. */
export const keyCreations: Middleware = {
  onRequest({ schemaPath, request }) {
    const creates = request.method === 'POST' && repeatable.has(schemaPath)
    if (creates && !request.headers.has(HEADER)) request.headers.set(HEADER, crypto.randomUUID())
  },
}

/**
 * Sends a request with a key again where its connection broke before the answer had arrived as a whole: whether the
 * server had created by then, it creates once. Other requests are sent once.
 */
export function repeatCreations(send: (request: Request) => Promise<Response>) {
  return async (request: Request): Promise<Response> => {
    if (!request.headers.has(HEADER)) return send(request)
    for (let turn = 0; ; turn += 1) {
      try {
        const answer = await send(request.clone())
        return new Response(await answer.arrayBuffer(), answer)
      } catch (error) {
        const pause = PAUSES_MS[turn]
        if (request.signal.aborted || pause === undefined) throw error
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
  }
}

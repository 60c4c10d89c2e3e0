import type { Middleware } from 'openapi-fetch'
import { pause } from './pause.ts'
import type { paths } from './schema.ts'

const HEADER = 'idempotency-key'
/** Pauses before a creation is retried, in milliseconds. */
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
    if (creates && !request.headers.has(HEADER)) request.headers.set(HEADER, crypto.randomUUID())
  },
}

/** Longer pauses that a server asks for are not waited for. */
const LONGEST_PAUSE_MS = 10_000

/** The pause that an answer asks for; undefined unless the service is unavailable. */
function askedPause({ status, headers }: Response): number | undefined {
  if (status !== 503) return undefined
  const asked = Number(headers.get('retry-after')) * 1_000 || 0
  return asked <= LONGEST_PAUSE_MS ? asked : undefined
}

/**
 * Retries a request with a key if its connection broke before the answer was complete, or the service behind the
 * gateway was unavailable or failed midway (503): whether or not it had created by then, it creates once. Other
 * requests are sent once.
 */
export function repeatCreations(send: (request: Request) => Promise<Response>) {
  return async (request: Request): Promise<Response> => {
    if (!request.headers.has(HEADER)) return send(request)
    for (const pauseMs of PAUSES_MS) {
      try {
        const answer = await receive(send, request)
        const asked = askedPause(answer)
        if (asked === undefined) return answer
        await pause(Math.max(pauseMs, asked), request.signal)
      } catch (error) {
        if (request.signal.aborted) throw error
        await pause(pauseMs, request.signal)
      }
    }
    return receive(send, request)
  }
}

async function receive(send: (request: Request) => Promise<Response>, request: Request): Promise<Response> {
  const answer = await send(request.clone())
  return new Response(await answer.arrayBuffer(), answer)
}

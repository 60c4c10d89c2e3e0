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

/** A server that asks for more patience than this is not waited for. */
const LONGEST_PAUSE_MS = 10_000

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The pause that an answer asks for; undefined where it is none of a service that is away. */
function askedPause({ status, headers }: Response): number | undefined {
  if (status !== 503) return undefined
  const asked = Number(headers.get('retry-after')) * 1_000 || 0
  return asked <= LONGEST_PAUSE_MS ? asked : undefined
}

/**
 * Sends a request with a key again where its connection broke before the answer had arrived as a whole, or the service
 * behind the gateway was away or broke off (503): whether it had created by then, it creates once. Other requests are
 * sent once.
 */
export function repeatCreations(send: (request: Request) => Promise<Response>) {
  return async (request: Request): Promise<Response> => {
    if (!request.headers.has(HEADER)) return send(request)
    for (const pause of PAUSES_MS) {
      try {
        const answer = await receive(send, request)
        const asked = askedPause(answer)
        if (asked === undefined) return answer
        await sleep(Math.max(pause, asked))
      } catch (error) {
        if (request.signal.aborted) throw error
        await sleep(pause)
      }
    }
    return receive(send, request)
  }
}

async function receive(send: (request: Request) => Promise<Response>, request: Request): Promise<Response> {
  const answer = await send(request.clone())
  return new Response(await answer.arrayBuffer(), answer)
}

/** The headers that identify a caller. */
export interface Caller {
  headers: Record<string, string>
}

export interface Member extends Caller {
  id: string
  username: string
  displayName: string
  password: string
}

export interface CallOptions {
  as?: Caller
  /** Sent as JSON, but strings and bytes verbatim; omitted for no body. */
  body?: unknown
  headers?: Record<string, string>
  /** Milliseconds after which the test fails. */
  timeout?: number
}

export interface Answer {
  status: number
  headers: Headers
  /** The parsed JSON, or the text if it is not JSON. */
  body: ReturnType<typeof JSON.parse>
  text: string
}

/** One request. Redirects are returned, not followed. */
export async function request(url: string, method: string, options: CallOptions = {}): Promise<Answer> {
  const { as, body, headers = {}, timeout = 60_000 } = options
  const response = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...as?.headers,
      ...headers,
    },
    ...(body === undefined ? {} : { body: encode(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  })
  const text = await textOf(response)
  return { status: response.status, headers: response.headers, text, body: parse(text) }
}

/** An endless answer has no text. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text()
  await response.body?.cancel()
  return ''
}

function encode(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return Uint8Array.from(body)
  return typeof body === 'string' ? body : JSON.stringify(body)
}

function parse(text: string): ReturnType<typeof JSON.parse> {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** HTTP Basic, for accounts and for OAuth clients. */
export function basic(login: string, password: string): Caller {
  return { headers: { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` } }
}

/** An OAuth access token. */
export function bearer(token: string): Caller {
  return { headers: { authorization: `Bearer ${token}` } }
}

/** The session that an answer opened. */
export function sessionOf(answer: Answer): Caller {
  const cookie = answer.headers
    .getSetCookie()
    .map((header) => header.split(';')[0] ?? '')
    .find((pair) => /^(__Host-)?sid=/.test(pair))
  if (cookie === undefined) throw new Error(`no session was opened: ${answer.status} ${answer.text}`)
  return { headers: { cookie } }
}

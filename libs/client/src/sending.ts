/** Sends a request and resolves with its answer, as `fetch` does. */
export type Send = (request: Request) => Promise<Response>

/** Requests whose answers have not begun. */
const waiting = new Set<Request>()
/** Requests whose answers are being read: each as long as its body is there. */
const answered = new WeakMap<ReadableStream, Request>()

/**
 * `fetch`, but that `signal` holds until the answer has been read. In Node a request follows its caller's signal only
 * until the request is collected, and `fetch` itself holds no request.
 */
export const sendByFetch: Send = async (request) => {
  waiting.add(request)
  try {
    const answer = await fetch(request, { signal: request.signal })
    if (answer.body) answered.set(answer.body, request)
    return answer
  } finally {
    waiting.delete(request)
  }
}

/** An answer that is not the API's: a proxy's page, or another site's. */
export class UnexpectedAnswer extends Error {
  override name = 'UnexpectedAnswer'
  readonly status: number
  readonly contentType: string
  /** What was answered. */
  readonly text: string

  constructor(
    { method, url }: Request,
    { status }: Pick<Response, 'status'>,
    contentType: string,
    text: string,
  ) {
    const beginning = text.replaceAll(/\s+/g, ' ').trim().slice(0, 100)
    super(`${method} ${url}: ${status} ${contentType} instead of JSON: ${beginning}`)
    this.status = status
    this.contentType = contentType
    this.text = text
  }
}

const EXPECTED = /^(application\/([\w.-]+\+)?json|text\/event-stream)\b/i

/** Lets through what the API answers. @throws UnexpectedAnswer */
export const expectJson =
  (send: Send): Send =>
  async (request) => {
    const answer = await send(request)
    const type = answer.headers.get('content-type')
    if (type === null || EXPECTED.test(type)) return answer
    const text = await answer.text()
    // The type of an answer without content says nothing.
    if (text === '') return new Response(null, answer)
    throw new UnexpectedAnswer(request, answer, type, text)
  }

import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { EXPECTED_BYTES } from '@agora/shared/http/bodies'
import { CountedResponse } from '@agora/shared/http/counted-response'
import { whenOver } from '@agora/shared/http/over'
import { isEventStream } from '@agora/shared/upstream/replica'
import type { FastifyReply } from 'fastify'
import { downstreamHeaders } from './headers.ts'
import type { Holding } from './holdings.ts'

/** Of so many bytes at a time is seen how a caller gets on. */
const PIECE = 64 * 1024

/** A service's answer, as the proxy hands it over. */
export interface Answer {
  statusCode: number
  headers: IncomingHttpHeaders
  stream: Readable
}

/** An answer is whole so long after its request has come, in milliseconds; one that began late has this long at least. */
const WHOLE_MS = 9_500
const LEAST_MS = 1_000

/** What the proxy does about an answer that is passed on. */
interface Handover {
  /** Gives the answer away, where it is for others, too; answers whether its caller has it then. */
  share: (chunks: readonly Buffer[], size: number) => boolean
  refuse: (cause: unknown) => void
  learn: (bytes: number) => void
  /** Told of an event stream and how to end it; answers what is to be called when it has ended. */
  watch: (end: () => void) => () => void
}

const isBodiless = ({ request }: FastifyReply, status: number) =>
  request.method === 'HEAD' || status === 204 || status === 304

/**
 * Passes a service's answer on. It is taken whole, as fast as the service gives it, before the caller gets a byte: no
 * service waits for a caller, and one that breaks off has not begun to answer. Event streams alone go through as they
 * come, at their caller's pace, and are no request in progress from then on.
 */
export function passAnswer(
  answer: Answer,
  reply: FastifyReply,
  holding: Holding,
  { refuse, learn, watch, share }: Handover,
): void {
  const { statusCode, headers, stream: body } = answer
  /** Nothing at all is sent where there is no content: null would be a body of JSON. */
  const send = (content: Buffer | Readable | undefined) => {
    reply.code(statusCode).headers(downstreamHeaders(headers))
    // What is left of a body that nobody asked for stands between this request and the next.
    if (!reply.request.raw.complete) reply.header('connection', 'close')
    reply.send(content)
  }
  if (isEventStream(headers)) {
    given(reply)
    // Who reads events and closes the other direction has gone: nothing is said that would tell.
    reply.raw.socket?.once('end', () => body.destroy())
    const forget = watch(() => {
      reply.raw.end()
      body.destroy()
    })
    reply.raw.once('close', forget)
    send(body)
    return
  }
  const chunks: Buffer[] = []
  let size = 0
  let roomFor = holding.bytes
  let isOver = false
  const late = setTimeout(
    () => giveUp(new Error('the answer was not whole in time')),
    Math.max(LEAST_MS, WHOLE_MS - reply.elapsedTime),
  )
  const abandon = () => {
    if (isOver) return false
    isOver = true
    clearTimeout(late)
    chunks.length = 0
    body.destroy()
    return true
  }
  const giveUp = (cause: unknown) => {
    if (abandon()) refuse(cause)
  }
  const makeRoom = (bytes: number) => {
    if (bytes <= roomFor || holding.take(bytes - roomFor)) roomFor = Math.max(roomFor, bytes)
    else giveUp(new Error('there is no room to hold the answer'))
  }
  body.on('error', giveUp)
  // Whoever is gone gets nothing more collected for them.
  whenOver(reply.request.raw, reply.raw, abandon)
  if (reply.request.method !== 'HEAD') {
    const expected = Number(headers['content-length'] ?? headers[EXPECTED_BYTES] ?? 0)
    learn(expected)
    makeRoom(expected)
  }
  body.on('data', (chunk: Buffer) => {
    if (isOver) return
    size += chunk.length
    chunks.push(chunk)
    makeRoom(size)
  })
  body.once('end', () => {
    if (isOver) return
    isOver = true
    clearTimeout(late)
    holding.waitsForCaller(() => reply.request.raw.socket.destroy())
    given(reply)
    if (share(chunks, size)) return
    if (size === 0) send(isBodiless(reply, statusCode) ? undefined : Buffer.alloc(0))
    else if (size <= PIECE) send(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size))
    else {
      headers['content-length'] = String(size)
      send(Readable.from(piecewise(chunks, holding), { objectMode: false, highWaterMark: PIECE }))
    }
  })
}

export function given({ raw }: FastifyReply): void {
  if (raw instanceof CountedResponse) raw.given()
}

function* piecewise(chunks: Buffer[], holding: Holding) {
  for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) {
    yield chunk
    holding.give(chunk.length)
  }
}

import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { challengeFor } from '@agora/shared/errors/challenges'
import { EXPECTED_BYTES } from '@agora/shared/http/bodies'
import { isEventStream } from '@agora/shared/upstream/endpoint'
import type { FastifyReply } from 'fastify'
import { AdmittedResponse } from '../admission/admitted-response.ts'
import { whenOver } from '../connections/over.ts'
import type { Reservation } from '../memory-budget/memory-budget.ts'
import { downstreamHeaders } from './headers.ts'

/** A caller's progress is measured in pieces of this size, in bytes. */
const PIECE = 64 * 1024

/** A service's answer, as the proxy receives it. */
export interface Answer {
  statusCode: number
  headers: IncomingHttpHeaders
  stream: Readable
}

/**
 * An answer must be complete this long after its request came; one that began late has at least this long. In
 * milliseconds.
 */
const WHOLE_MS = 9_500
const LEAST_MS = 1_000

/** How to handle an answer that is passed on. */
interface Handover {
  /**
   * Shares the answer with other callers, if it is for them too; returns whether this caller has been served by that.
   */
  share: (chunks: readonly Buffer[], size: number) => boolean
  refuse: (cause: unknown) => void
  learn: (bytes: number) => void
  /** Called with a function that ends the event stream; returns what to call when it has ended. */
  watch: (end: () => void) => () => void
}

const isBodiless = ({ request }: FastifyReply, status: number) =>
  request.method === 'HEAD' || status === 204 || status === 304

export function sendOn(
  reply: FastifyReply,
  { statusCode, headers }: Answer,
  content: Buffer | Readable | undefined,
) {
  reply.code(statusCode).headers(downstreamHeaders(headers))
  // The service does not see what was sent.
  if (statusCode === 401) reply.header('www-authenticate', challengeFor(reply.request.headers.authorization))
  // An unread rest of the body would precede the next request.
  if (!reply.request.raw.complete) reply.header('connection', 'close')
  reply.send(content)
}

/** Its closures last as long as the stream, so they hold nothing else of the answer. */
function passStream(answer: Answer, reply: FastifyReply, watch: Handover['watch']): void {
  const { raw } = reply
  const { stream: body } = answer
  handOver(reply)
  // The caller left before the answer began; no later event would say so.
  if (raw.destroyed) {
    body.on('error', () => {}).destroy()
    return
  }
  const forget = watch(() => {
    raw.end()
    body.destroy()
  })
  raw.on('close', forget)
  sendOn(reply, answer, body)
}

/**
 * Passes a service's answer on. It is buffered whole, as fast as the service sends it, before the caller gets a byte:
 * no service waits for a caller, and one that fails midway has not begun to answer. Only event streams pass through as
 * they come, at their caller's pace, and no longer count as a request in progress.
 */
export function passAnswer(
  answer: Answer,
  reply: FastifyReply,
  reservation: Reservation,
  handover: Handover,
): void {
  if (isEventStream(answer.headers)) passStream(answer, reply, handover.watch)
  else passWhole(answer, reply, reservation, handover)
}

function passWhole(
  answer: Answer,
  reply: FastifyReply,
  reservation: Reservation,
  { refuse, learn, share }: Handover,
): void {
  const { statusCode, headers, stream: body } = answer
  /** Without content nothing is sent: null would become a JSON body. */
  const send = (content: Buffer | Readable | undefined) => sendOn(reply, answer, content)
  const chunks: Buffer[] = []
  let size = 0
  let roomFor = reservation.bytes
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
    if (bytes <= roomFor || reservation.reserve(bytes - roomFor)) roomFor = Math.max(roomFor, bytes)
    else giveUp(new Error('there is no room to hold the answer'))
  }
  body.on('error', giveUp)
  // Stops collecting for a caller who has gone, and keeps nothing of what was collected.
  whenOver(reply.request.raw, reply.raw, () => {
    abandon()
    chunks.length = 0
  })
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
    reservation.waitsForCaller(() => reply.request.raw.socket.destroy())
    handOver(reply)
    if (share(chunks, size)) return
    if (size === 0) send(isBodiless(reply, statusCode) ? undefined : Buffer.alloc(0))
    else if (size <= PIECE) send(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size))
    else {
      headers['content-length'] = String(size)
      send(Readable.from(piecewise(chunks, reservation), { objectMode: false, highWaterMark: PIECE }))
    }
  })
}

/**
 * Sends an event stream after all hooks, instead of the framework, which would keep twenty listeners for as long as it
 * lasts.
 */
export function passEvents(reply: FastifyReply, body: Readable): void {
  const { raw } = reply.hijack()
  const leave = () => body.destroy()
  raw.on('close', leave)
  raw.on('drain', () => body.resume())
  // A reader of events who half-closes the connection sends no other sign of leaving.
  raw.socket?.on('end', leave)
  body.on('error', () => raw.destroy())
  body.on('end', () => raw.end())
  body.on('data', (events: Buffer) => {
    if (!raw.write(events)) body.pause()
  })
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
}

export function handOver({ raw }: FastifyReply): void {
  if (raw instanceof AdmittedResponse) raw.handedOver()
}

function* piecewise(chunks: Buffer[], reservation: Reservation) {
  for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) {
    yield chunk
    reservation.release(chunk.length)
  }
}

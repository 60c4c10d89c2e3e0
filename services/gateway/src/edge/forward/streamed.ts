import type { IncomingMessage } from 'node:http'
import { Readable, Transform, type TransformCallback } from 'node:stream'
import type { Principal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { whenOver } from '../connections/over.ts'
import type { Reservation } from '../memory-budget/memory-budget.ts'
import { type Answer, handOver, sendOn } from './answers.ts'

/** What is passed on piece by piece, in bytes. */
const PIECE = 64 * 1024

/**
 * What a sender must not have lost while the body came, since its service was told of them at the start.
 *
 * @throws ApiError unauthenticated, cannotWriteOwn
 */
function requireAuthorityOf(before: Principal, now: Principal): void {
  if (before.kind !== 'user') return
  if (now.kind !== 'user' || now.id !== before.id) throw new ApiError(common.unauthenticated)
  const { ceiling } = now
  const mayAsMuch =
    ceiling === 'full' || (before.ceiling !== 'full' && before.ceiling.every((one) => ceiling.includes(one)))
  if (!mayAsMuch) throw new ApiError(common.cannotWriteOwn)
}

/**
 * A body that is passed on while it comes: little of it stays in memory, and it cannot be sent twice. Its end is passed on
 * only for a sender who may still send it. Ends with an error where they may not, where it turns out longer than it may
 * be, in bytes, or breaks off.
 */
export class StreamedBody extends Transform {
  readonly #request: FastifyRequest
  /** The last piece so far: without it the service cannot take the body for whole. */
  #held: Buffer | undefined

  constructor(request: FastifyRequest, payload: IncomingMessage, maxBytes: number) {
    super({ highWaterMark: PIECE })
    this.#request = request
    let size = 0
    payload.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) this.destroy(new ApiError(common.bodyTooLarge))
    })
    payload.on('error', (cause) => this.destroy(new ApiError(common.malformedBody, { cause })))
    payload.on('close', () => {
      if (!payload.complete) this.destroy(new ApiError(common.malformedBody))
    })
    // Who is answered before all has been read can read the answer.
    this.on('close', () => payload.unpipe(this).resume())
    // Whoever passes it on is told; it may be nobody.
    this.on('error', () => {})
    payload.pipe(this)
  }

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const before = this.#held
    this.#held = piece
    done(null, before)
  }

  override _flush(done: TransformCallback): void {
    const { judgeAgain, principal } = this.#request
    const judged = judgeAgain?.().then(() => requireAuthorityOf(principal, this.#request.principal))
    Promise.resolve(judged).then(() => done(null, this.#held), done)
  }
}

/**
 * Passes an answer on as it comes, at the pace of its service: what its caller has not taken yet is held for them, and
 * where memory is short they give way. One that breaks off ends the caller's connection.
 */
export function passAsItComes(answer: Answer, reply: FastifyReply, reservation: Reservation): void {
  const { stream: body } = answer
  const { raw } = reply.request
  const passed = new Readable({
    highWaterMark: PIECE,
    read: () => reservation.release(reservation.bytes - passed.readableLength),
  })
  const giveUp = (error: Error) => {
    passed.destroy(error)
    body.destroy()
  }
  whenOver(raw, reply.raw, () => body.destroy())
  reservation.waitsForCaller(() => raw.socket.destroy())
  body.on('error', giveUp)
  body.on('data', (chunk: Buffer) => {
    if (reservation.reserve(chunk.length)) passed.push(chunk)
    else giveUp(new Error('there is no room to hold the answer'))
  })
  body.once('end', () => {
    handOver(reply)
    passed.push(null)
  })
  sendOn(reply, answer, passed)
}

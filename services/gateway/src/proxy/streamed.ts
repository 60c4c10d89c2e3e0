import type { IncomingMessage } from 'node:http'
import { PassThrough, Readable } from 'node:stream'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { whenOver } from '@agora/shared/http/over'
import type { FastifyReply } from 'fastify'
import { type Answer, given, sendOn } from './answers.ts'
import type { Holding } from './holdings.ts'

/** What is passed on piece by piece, in bytes. */
const PIECE = 64 * 1024

/**
 * A body that is passed on while it comes: nothing of it stays in memory, and it cannot be sent twice. Ends with an
 * error where it turns out longer than it may be, in bytes, or breaks off.
 */
export class StreamedBody extends PassThrough {
  constructor(payload: IncomingMessage, maxBytes: number) {
    super({ highWaterMark: PIECE })
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
}

/**
 * Passes an answer on as it comes, at the pace of its service: what its caller has not taken yet is held for them, and
 * where memory is short they give way. One that breaks off ends the caller's connection.
 */
export function passAsItComes(answer: Answer, reply: FastifyReply, holding: Holding): void {
  const { stream: body } = answer
  const { raw } = reply.request
  const passed = new Readable({
    highWaterMark: PIECE,
    read: () => holding.give(holding.bytes - passed.readableLength),
  })
  const giveUp = (error: Error) => {
    passed.destroy(error)
    body.destroy()
  }
  whenOver(raw, reply.raw, () => body.destroy())
  holding.waitsForCaller(() => raw.socket.destroy())
  body.on('error', giveUp)
  body.on('data', (chunk: Buffer) => {
    if (holding.take(chunk.length)) passed.push(chunk)
    else giveUp(new Error('there is no room to hold the answer'))
  })
  body.once('end', () => {
    given(reply)
    passed.push(null)
  })
  sendOn(reply, answer, passed)
}

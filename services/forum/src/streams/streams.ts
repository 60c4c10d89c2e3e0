import type { FastifyReply } from 'fastify'
import { EventStream } from './event-stream.ts'
import type { StreamSeats } from './seats.ts'

/** The time between two comments, in milliseconds. */
const COMMENT_MS = 15_000

/** What a stream sends, from its opening on. */
export type Source = (stream: EventStream) => Promise<void>

/** This process's open streams. */
export interface Streams {
  /**
   * Answers a request with a stream that lasts until its source, the caller or the process ends.
   * @throws ApiError 429
   */
  open(member: { id: string }, reply: FastifyReply, source: Source): Promise<void>
  /** Ends all of them: their callers reconnect to another replica. */
  end(): void
}

export function createStreams(seats: StreamSeats): Streams {
  const open = new Set<EventStream>()
  let isEnding = false
  const commenting = setInterval(() => {
    for (const stream of open) stream.comment()
  }, COMMENT_MS).unref()

  return {
    async open({ id }, reply, source) {
      const free = await seats.take(id)
      reply.hijack()
      const stream = new EventStream(reply.raw, reply.getHeaders())
      open.add(stream)
      stream.ended.addEventListener(
        'abort',
        () => {
          open.delete(stream)
          free()
        },
        { once: true },
      )
      if (stream.ended.aborted) {
        open.delete(stream)
        free()
        return
      }
      if (isEnding) return stream.end()
      source(stream).then(
        () => stream.end(),
        (error) => {
          reply.log.warn({ err: error }, 'a stream broke off')
          stream.end()
        },
      )
    },
    end() {
      isEnding = true
      clearInterval(commenting)
      for (const stream of open) stream.end()
    },
  }
}

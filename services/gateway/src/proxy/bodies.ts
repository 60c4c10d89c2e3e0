import { Transform, type TransformCallback } from 'node:stream'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { MAX_BODY_BYTES } from '@agora/shared/http/bodies'
import type { FastifyRequest } from 'fastify'

/** Refuses a body that says it is too large, before a byte of it is read. */
export function judgeDeclaredLength(request: FastifyRequest): void {
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > MAX_BODY_BYTES) throw new ApiError(common.bodyTooLarge)
}

/** Passes a body on as it arrives; one without a declared length ends with an error once it is too large. */
export function streamedBody(request: FastifyRequest, payload: NodeJS.ReadableStream): NodeJS.ReadableStream {
  // The caller may be gone before anybody reads: an error that nobody listens for ends the process.
  payload.on('error', () => {})
  if (request.headers['content-length'] !== undefined) return payload
  let size = 0
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding: string, done: TransformCallback) {
      size += chunk.length
      if (size > MAX_BODY_BYTES) done(new ApiError(common.bodyTooLarge))
      else done(null, chunk)
    },
  })
  bounded.on('error', () => {})
  payload.on('error', (error) => bounded.destroy(error))
  return payload.pipe(bounded)
}

import { constants, gzipSync } from 'node:zlib'
import { takesCoding } from '@agora/shared/http/codings'
import type { FastifyRequest } from 'fastify'

/** Anything shorter fits into one packet uncompressed, in characters. */
const WORTH_IT = 1_400
/** 30 kB take a fifth of a millisecond; the best level saves another fifth and takes five times as long. */
const options = { level: constants.Z_BEST_SPEED }

export const takesGzip = ({ headers }: FastifyRequest): boolean =>
  takesCoding(headers['accept-encoding'], 'gzip')

/** The text as it is sent, with its headers. */
export function compress(
  request: FastifyRequest,
  text: string,
): { body: string | Buffer; headers: Record<string, string> } {
  if (text.length < WORTH_IT || !takesGzip(request)) return { body: text, headers: {} }
  return { body: gzipSync(text, options), headers: { 'content-encoding': 'gzip' } }
}

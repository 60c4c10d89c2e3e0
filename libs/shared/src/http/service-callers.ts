import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const bearer = /^Bearer ([\x21-\x7e]{16,256})$/

/**
 * Authenticates the other services of the suite: each caller has its own key, of which this service knows the SHA-256.
 * `declared` is the `SERVICE_CALLERS` list, `name=hex,name=hex`.
 */
export function serviceCallers(declared: string) {
  const callers = declared
    .split(',')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [name = '', digest = ''] = entry.split('=')
      return { name, digest: Buffer.from(digest, 'hex') }
    })

  /** The caller's name, or undefined. */
  return (request: FastifyRequest): string | undefined => {
    const key = bearer.exec(request.headers.authorization ?? '')?.[1]
    if (key === undefined) return undefined
    const digest = hash('sha256', key, 'buffer')
    let found: string | undefined
    for (const caller of callers) {
      if (caller.digest.length === digest.length && timingSafeEqual(caller.digest, digest))
        found = caller.name
    }
    return found
  }
}

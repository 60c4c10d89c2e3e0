import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'

/** Whether the caller connected by TLS, to this process or to a proxy in front. */
export function isSecure({ siteOrigin }: Context, request: FastifyRequest): boolean {
  return request.protocol === 'https' || (siteOrigin?.startsWith('https:') ?? false)
}

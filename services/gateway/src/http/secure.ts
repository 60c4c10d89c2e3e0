import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'

/** Whether the caller's side of the connection is TLS, here or at a proxy in front. */
export function isSecure({ siteOrigin }: Context, request: FastifyRequest): boolean {
  return request.protocol === 'https' || (siteOrigin?.startsWith('https:') ?? false)
}

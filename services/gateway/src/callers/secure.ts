import type { FastifyRequest } from 'fastify'

/** Whether the caller sees the site by TLS: at the configured address, or else at the one that the request names. */
export function isSecure(
  { siteOrigin }: { siteOrigin: string | undefined },
  request: FastifyRequest,
): boolean {
  return siteOrigin === undefined ? request.protocol === 'https' : siteOrigin.startsWith('https:')
}

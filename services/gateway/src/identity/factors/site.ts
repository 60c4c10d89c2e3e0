import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'

/** The site as passkeys know it: they belong to its host, and answer to pages of its origin alone. */
export interface Site {
  origin: string
  /** The relying party's id: the host, without the port. */
  host: string
}

export function siteOf({ originOf }: Context, { raw }: FastifyRequest): Site {
  const origin = originOf(raw)
  return { origin, host: URL.canParse(origin) ? new URL(origin).hostname : '' }
}

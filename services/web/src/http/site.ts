import { SITE_ORIGIN_HEADER } from '@agora/shared/http/visits'
import type { FastifyRequest } from 'fastify'

/** The site's origin as the caller sees it, without a trailing slash. */
export const siteOf = ({ headers }: FastifyRequest): string => String(headers[SITE_ORIGIN_HEADER] ?? '')

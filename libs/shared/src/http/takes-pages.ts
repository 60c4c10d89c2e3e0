import type { FastifyRequest } from 'fastify'

/** Whether a caller is a browser that shows what it gets. */
export const takesPages = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /(^|,)\s*text\/html\s*(;|,|$)/.test(headers.accept ?? '')

import { houseColours, type Scheme, schemeSheetOf, schemes } from '@agora/shared/config/colours'
import { access } from '@agora/shared/http/access'
import type { Server } from '@agora/shared/http/types'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { cookieOf } from './session.ts'

/** The scheme of colours that the reader has chosen; undefined if their browser is to say. */
export const schemeOf = (request: FastifyRequest): Scheme | undefined =>
  schemes.find((scheme) => scheme === cookieOf(request, 'scheme'))

/**
 * The colours that the reader has chosen, for readers who run no scripts (`static/early.js` is for the others). Its address is the
 * same for everybody, so pages are.
 */
export function schemeRoutes(app: Server, { site }: Context): void {
  app.get('/scheme.css', { config: { access: access.forwarded } }, (request, reply) => {
    const scheme = schemeOf(request)
    return reply
      .headers({ 'cache-control': 'private, no-cache', vary: 'cookie' })
      .type('text/css; charset=utf-8')
      .send(scheme ? schemeSheetOf(scheme, houseColours, site.settings.colours) : '')
  })
}

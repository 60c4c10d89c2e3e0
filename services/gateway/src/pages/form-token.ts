import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { readCookie, siteCookie } from '../credentials/cookie.ts'
import { isSecure } from '../http/secure.ts'
import { sessionOf } from '../oauth/sessions.ts'

const NAME = 'form'
const value = /^[A-Za-z0-9_-]{22}$/
const COOKIE_SECONDS = 24 * 60 * 60

/**
 * Ties a form to the browser and session it was shown in: a signed token in the form for a random value in a cookie.
 * Another site can neither read nor make a matching pair, so it cannot sign anybody in here, register them or consent
 * for them.
 */
export function formTokens(context: Context) {
  const key = createHmac('sha256', context.env.PRINCIPAL_PRIVATE_KEY).update('agora form tokens').digest()
  const browserOf = ({ headers }: FastifyRequest) => {
    const known = readCookie(headers.cookie, NAME)
    return known !== undefined && value.test(known) ? known : undefined
  }
  const sign = (request: FastifyRequest, browser: string) =>
    createHmac('sha256', key)
      .update(`${browser} ${sessionOf(request)?.sessionId ?? ''}`)
      .digest('base64url')

  return {
    /** The token for a form on this page; sets the cookie if the browser has none. */
    issue(request: FastifyRequest, reply: FastifyReply): string {
      const known = browserOf(request)
      const browser = known ?? randomBytes(16).toString('base64url')
      if (known === undefined) {
        reply.header('set-cookie', siteCookie(NAME, browser, COOKIE_SECONDS, isSecure(context, request)))
      }
      return sign(request, browser)
    },

    isValid(request: FastifyRequest, token: unknown): boolean {
      const browser = browserOf(request)
      if (browser === undefined || typeof token !== 'string') return false
      const expected = Buffer.from(sign(request, browser))
      const given = Buffer.from(token)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
export type FormTokens = ReturnType<typeof formTokens>

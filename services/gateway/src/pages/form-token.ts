import { createHmac, randomBytes } from 'node:crypto'
import { hostCookie, readCookie } from '@agora/shared/http/cookies'
import { isMaskedToken, maskedToken } from '@agora/shared/http/form-tokens'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { siteCookie } from '../credentials/cookie.ts'
import { isSecure } from '../http/secure.ts'
import { sessionOf } from '../oauth/sessions.ts'

const value = /^[A-Za-z0-9_-]{22}$/
const COOKIE_SECONDS = 24 * 60 * 60

/**
 * Ties a form to the browser and session it was shown in: a signed token in the form for a random value in a cookie.
 * Another site can neither read nor make a matching pair, so it cannot sign anybody in here, register them or consent
 * for them.
 */
export function formTokens(context: Context) {
  const key = createHmac('sha256', context.env.PRINCIPAL_PRIVATE_KEY).update('agora form tokens').digest()
  const browserOf = (request: FastifyRequest) => {
    const known = readCookie(request.headers.cookie, hostCookie('form', isSecure(context, request)))
    return known !== undefined && value.test(known) ? known : undefined
  }
  const sign = (request: FastifyRequest, browser: string) =>
    createHmac('sha256', key)
      .update(`${browser} ${sessionOf(request)?.sessionId ?? ''}`)
      .digest()

  return {
    /** The token for a form on this page; sets the cookie if the browser has none. */
    issue(request: FastifyRequest, reply: FastifyReply): string {
      const known = browserOf(request)
      const browser = known ?? randomBytes(16).toString('base64url')
      if (known === undefined) {
        reply.header('set-cookie', siteCookie('form', browser, COOKIE_SECONDS, isSecure(context, request)))
      }
      return maskedToken(sign(request, browser))
    },

    isValid(request: FastifyRequest, token: unknown): boolean {
      const browser = browserOf(request)
      return browser !== undefined && isMaskedToken(sign(request, browser), token)
    },
  }
}
export type FormTokens = ReturnType<typeof formTokens>

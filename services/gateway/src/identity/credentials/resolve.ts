import type { Principal } from '@agora/shared/contracts/principal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { basicResolver } from './basic.ts'
import { resolveBearer } from './bearer.ts'
import { guest, type Identity, unresolvable } from './identity.ts'
import { internalKeyJudge } from './internal-key.ts'
import { resolveSession } from './session.ts'

const authorization = /^([A-Za-z]+) +(\S+) *$/

/**
 * Resolves who makes a request: by its Authorization header, which takes precedence, or by its session cookie. One
 * indexed read each time: signatures may be cached, authority never.
 */
export function credentialResolver(context: Context) {
  const judgeInternalKey = internalKeyJudge(context.env.INTERNAL_KEY)
  const resolveBasic = basicResolver(context)

  const identify = async (request: FastifyRequest, reply: FastifyReply): Promise<Identity> => {
    const { authorization: header } = request.headers
    if (header === undefined || header === '') return (await resolveSession(context, request)) ?? guest
    const [, scheme = '', parameter = ''] = authorization.exec(header) ?? []
    switch (scheme.toLowerCase()) {
      case 'basic':
        return resolveBasic(parameter, request, reply)
      case 'bearer':
        return resolveBearer(context, parameter, request)
      default:
        return unresolvable
    }
  }

  return (request: FastifyRequest, reply: FastifyReply): Principal | Promise<Principal> => {
    const know = ({ principal, credential }: Identity): Principal => {
      request.credential = credential
      return { internalKey: judgeInternalKey(request.headers['svc-internal-auth']), ...principal }
    }
    const { authorization: header, cookie } = request.headers
    const isGuest = request.routeOptions.config.anonymous === true || (!header && cookie === undefined)
    // At once, since most are guests.
    return isGuest ? know(guest) : identify(request, reply).then(know)
  }
}

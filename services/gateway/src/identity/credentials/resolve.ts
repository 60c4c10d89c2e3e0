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

  return async (request: FastifyRequest, reply: FastifyReply): Promise<Principal> => {
    const isAnonymous = request.routeOptions.config.anonymous === true
    const { principal, credential } = isAnonymous ? guest : await identify(request, reply)
    request.credential = credential
    return { internalKey: judgeInternalKey(request.headers['svc-internal-auth']), ...principal }
  }
}

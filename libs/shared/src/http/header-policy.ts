import type { FastifyReply, FastifyRequest } from 'fastify'
import { addVary } from './conditional.ts'
import type { Server } from './types.ts'

/** On every response, whatever its origin: browsers must not guess another content type. */
export const EVERYWHERE = { 'x-content-type-options': 'nosniff' } as const

/** Public content: any cache may store it but must revalidate it each time, unless the gateway sets a lifetime. */
export const FOR_EVERYBODY = 'public, no-cache'

/** What one reader was shown: their own browser may show it again when they go back, and nobody else's ever. */
export const FOR_ITS_READER = 'private, no-cache'

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/**
 * Whether a response is for one caller: that of a write, one that sets a cookie, or one for which credentials were
 * checked. Only a guest's read may be cached, for as long as its route says.
 */
function isPersonal(request: FastifyRequest, reply: FastifyReply): boolean {
  if (!isRead(request)) return true
  if (request.routeOptions.config.anonymous === true) return false
  if (reply.hasHeader('set-cookie')) return true
  // Without a principal: a path that names nothing, or a route for services.
  if (request.principal === undefined) return false
  return request.principal.kind !== 'guest' || request.principal.internalKey !== 'absent'
}

/** Whether the service says so of this answer: never of a write, nor of one that sets a cookie. */
const isForItsReader = (request: FastifyRequest, reply: FastifyReply): boolean =>
  isRead(request) && !reply.hasHeader('set-cookie') && reply.getHeader('cache-control') === FOR_ITS_READER

/** Says how long an answer may be kept, on routes that do not themselves and pass on no other service's. */
function sayHowToKeep(request: FastifyRequest, reply: FastifyReply): void {
  const { anonymous, access } = request.routeOptions.config
  if (!isRead(request) || access?.unresolvable === 'forward') return
  if (access && !anonymous) addVary(reply, 'Authorization, Cookie')
  if (reply.hasHeader('cache-control')) return
  const isForEverybody = reply.statusCode === 200 && access !== undefined && access.caller !== 'service'
  reply.header('cache-control', isForEverybody ? FOR_EVERYBODY : 'no-store')
}

/** What answers say of how to read and keep them. Routes say for how long guests may; nothing else is theirs to say. */
export function mountHeaderPolicy(app: Server): void {
  const apply = (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(EVERYWHERE)
    if (isPersonal(request, reply) && !isForItsReader(request, reply))
      reply.header('cache-control', 'no-store')
  }
  // Before the handler for those that write to the socket themselves, and last for what a handler has set.
  app.addHook('preHandler', (request, reply, done) => {
    apply(request, reply)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    apply(request, reply)
    sayHowToKeep(request, reply)
    done(null, payload)
  })
}

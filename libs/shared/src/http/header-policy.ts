import type { FastifyReply, FastifyRequest } from 'fastify'
import { addVary } from './conditional.ts'
import type { Server } from './types.ts'

/** On every answer, whoever makes it: nothing is read as another type than it says. */
export const EVERYWHERE = { 'x-content-type-options': 'nosniff' } as const

/** What everybody reads: any cache may keep it and asks each time, unless who passes it on names a time. */
export const FOR_EVERYBODY = 'public, no-cache'

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/**
 * Whether an answer was made for one caller: a write's, one that sets a cookie, or any that credentials were looked
 * at for. Only what a guest reads may be kept, for as long as its route says.
 */
function isPersonal(request: FastifyRequest, reply: FastifyReply): boolean {
  if (!isRead(request)) return true
  if (request.routeOptions.config.anonymous === true) return false
  if (reply.hasHeader('set-cookie')) return true
  // Without a principal: a path that names nothing, or a route for services.
  if (request.principal === undefined) return false
  return request.principal.kind !== 'guest' || request.principal.internalKey !== 'absent'
}

/** Of routes that say nothing of it themselves, and pass on nothing of another service. */
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
    if (isPersonal(request, reply)) reply.header('cache-control', 'no-store')
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

import type { RouteOptions } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { ApiError } from '../errors/catalogue.ts'
import { common } from '../errors/common.ts'
import type { Server } from './types.ts'

const METHODS: readonly HTTPMethod[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * A path that no route matches is 404; one that routes of other methods match is 405, and OPTIONS tells which (RFC 9110,
 * sections 9.3.7 and 15.5.6). The framework's own router cannot be asked about a path. A route for every path says
 * nothing of any, and `isSecret` leaves out those that a caller must not learn of.
 */
export function answerUnrouted(app: Server, isSecret: (route: RouteOptions) => boolean): void {
  const router = findMyWay()
  app.addHook('onRoute', (route) => {
    if (/^\/?\*$/.test(route.url) || isSecret(route)) return
    for (const method of [route.method].flat() as HTTPMethod[])
      if (METHODS.includes(method) && !router.hasRoute(method, route.url))
        router.on(method, route.url, () => {})
  })

  const methodsAt = (url: string): string => METHODS.filter((method) => router.find(method, url)).join(', ')

  app.decorate('answerUnrouted', (request, reply, refuse) => {
    const allow = methodsAt(request.url)
    if (allow === '') refuse(new ApiError(common.notFound))
    else if (request.method === 'OPTIONS') reply.code(204).header('allow', allow).send()
    else refuse(new ApiError(common.methodNotAllowed, { headers: { allow } }))
  })
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasBody } from './overload.ts'
import type { Server } from './types.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body was still on its way when the caller had been judged. */
    bodyIsLate: boolean
  }
}

/** Who has no credentials has none to lose. */
const mayHaveLost = ({ principal }: FastifyRequest) =>
  principal?.kind === 'user' || principal?.kind === 'client'

/**
 * Judges a caller again when all of the body is there: they may have been signed out, banned or erased since. What is
 * refused at once is refused before the body, as ever; and a body that comes along with its headers costs nothing more.
 */
export function judgeAfterLateBodies(
  app: Server,
  judge: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  app.decorateRequest('bodyIsLate', false)
  app.addHook('onRequest', (request, _reply, done) => {
    request.bodyIsLate = hasBody(request.raw) && !request.raw.complete
    done()
  })
  app.addHook('preValidation', (request, reply, done) => {
    if (request.bodyIsLate && mayHaveLost(request)) judge(request, reply).then(() => done(), done)
    else done()
  })
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasBody } from './bodies.ts'
import type { Server } from './types.ts'

/** Who has no credentials has none to lose. */
const mayHaveLost = ({ principal }: FastifyRequest) =>
  principal?.kind === 'user' || principal?.kind === 'client'

/**
 * Judges a caller again when all of the body is there. What is refused at once is refused before the body, as ever; and a body that comes along with its headers costs nothing more.
 */
export function judgeAfterLateBodies(
  app: Server,
  judge: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  app.decorateRequest('judgeAgain', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request.raw) && !request.raw.complete) request.judgeAgain = () => judge(request, reply)
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.judgeAgain && mayHaveLost(request)) request.judgeAgain().then(() => done(), done)
    else done()
  })
}

import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** The signed-in browser behind an authorization request. */
export interface RequestSession {
  sessionId: string
  accountId: string
}

const sessions = new WeakMap<IncomingMessage, RequestSession>()

/** The session that a request comes with. Tokens and Basic credentials do not sign anybody in here. */
function sessionOf({ credential, principal }: FastifyRequest): RequestSession | undefined {
  if (credential.kind !== 'session' || principal.kind !== 'user') return undefined
  return { sessionId: credential.sessionId, accountId: principal.id }
}

/** Passes the session that the gateway resolved to the OAuth library, which only sees the raw request. */
export function rememberSession(request: FastifyRequest): void {
  const session = sessionOf(request)
  if (session) sessions.set(request.raw, session)
}

export const rememberedSession = (request: IncomingMessage): RequestSession | undefined =>
  sessions.get(request)

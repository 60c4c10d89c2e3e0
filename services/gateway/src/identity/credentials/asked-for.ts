import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { resolveSession } from './session.ts'
import type { Proof } from './store-recent.ts'

/** A member for whom the web service asks, by the session cookie that it passes on. */
export interface AskedFor {
  readonly sessionId: string
  readonly accountId: string
  readonly proof: Proof
}

/** @throws ApiError 404 for a caller without a session */
export async function memberAskedFor(context: Context, request: FastifyRequest): Promise<AskedFor> {
  const identity = await resolveSession(context, request)
  if (identity?.credential.kind !== 'session' || identity.principal.kind !== 'user')
    throw new ApiError(common.notFound)
  const { credential, principal } = identity
  return { sessionId: credential.sessionId, accountId: principal.id, proof: { id: principal.id, credential } }
}

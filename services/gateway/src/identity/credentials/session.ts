import { hashToken } from '@agora/shared/tokens'
import type { FastifyRequest } from 'fastify'
import { isSecure } from '../../callers/secure.ts'
import type { Context } from '../context.ts'
import { readSid } from './cookie.ts'
import { type Identity, userPrincipal } from './identity.ts'
import { SESSION_DAYS, useSession } from './store.ts'
import { isUseDue } from './use.ts'
import { visitorOf } from './visitor.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A session in use is extended at most this often, so that reads do not cause writes. */
const EXTEND_AFTER_MS = 60 * 60 * 1000

/** The valid session of the request's cookie; undefined for a guest. */
export async function resolveSession(
  context: Context,
  request: FastifyRequest,
): Promise<Identity | undefined> {
  const value = readSid(request.headers.cookie, isSecure(context, request))
  if (value === undefined) return undefined
  const row = await context.readSession(hashToken(value))
  if (!row) return undefined
  const left = row.expiresAt.getTime() - Date.now()
  const extended = left < SESSION_DAYS * DAY_MS - EXTEND_AFTER_MS
  if (extended || isUseDue(context.usesWritten, row.sessionId, row.lastSeenAt)) {
    await useSession(context.pool, row.sessionId, visitorOf(request), { extended }).catch((error) =>
      request.log.warn({ err: error }, 'the use of a session could not be recorded'),
    )
  }
  return {
    principal: userPrincipal(context, row, 'full', row.isRecent),
    credential: { kind: 'session', sessionId: row.sessionId, extended },
  }
}

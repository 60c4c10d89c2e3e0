import { newId } from '@agora/shared/contracts/ids'
import type { Transaction } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { hashToken, newToken } from '@agora/shared/tokens'
import { errors } from '../../errors.ts'
import { insertSession } from './store.ts'
import type { Visitor } from './visitor.ts'

/**
 * Opens a session for an account whose credentials were verified at `credentialVersion`; returns its id, the cookie's
 * value and the ids of sessions that end for it.
 * @throws ApiError 401 if they have changed since.
 */
export async function openSession(
  tx: Transaction,
  account: { id: string; credentialVersion: number; showedFactor?: boolean },
  visitor: Visitor,
): Promise<{ sessionId: string; sid: string; ended: string[] }> {
  const [sessionId, sid] = [newId(), newToken()]
  const ended = await insertSession(tx, {
    id: sessionId,
    tokenHash: hashToken(sid),
    accountId: account.id,
    credentialVersion: account.credentialVersion,
    showedFactor: account.showedFactor ?? false,
    visitor,
  })
  if (!ended) throw new ApiError(errors.invalidLogin)
  return { sessionId, sid, ended }
}

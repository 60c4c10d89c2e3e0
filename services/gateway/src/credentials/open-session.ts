import { newId } from '@agora/shared/contracts/ids'
import { ApiError } from '@agora/shared/errors/catalogue'
import { hashToken, newToken } from '@agora/shared/tokens'
import { errors } from '../errors.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { insertSession } from './store.ts'
import type { Visitor } from './visitor.ts'

/**
 * Opens a session for an account whose credentials were verified at `credentialVersion`; returns its id and the
 * cookie's value.
 * @throws ApiError 401 if they have changed since.
 */
export async function openSession(
  tx: Pick<PrismaClient, '$executeRaw'>,
  account: { id: string; credentialVersion: number },
  visitor: Visitor,
): Promise<{ sessionId: string; sid: string }> {
  const [sessionId, sid] = [newId(), newToken()]
  const isOpen = await insertSession(tx, {
    id: sessionId,
    tokenHash: hashToken(sid),
    accountId: account.id,
    credentialVersion: account.credentialVersion,
    visitor,
  })
  if (!isOpen) throw new ApiError(errors.invalidLogin)
  return { sessionId, sid }
}

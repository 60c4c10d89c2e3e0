import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'
import { hashToken } from '@agora/shared/tokens'
import type { ProviderKey } from './schemas.ts'

/** Who is linking which provider: only they may come back. */
export interface Traveller {
  provider: ProviderKey
  accountId: string
  /** Null under HTTP Basic. */
  sessionId: string | null
}

/** What is needed to validate the provider's answer. */
export interface Secrets {
  nonce: string
  codeVerifier: string
  redirectUri: string
}

/** The linkings that an account may have under way; the oldest gives way. */
const MAX_LINKINGS = 10

/** In a transaction that has locked the account. */
export async function insertLinking(
  tx: Transaction,
  state: string,
  linking: Traveller & Secrets & { expiresAt: Date },
): Promise<void> {
  const { provider, accountId, sessionId, nonce, codeVerifier, redirectUri, expiresAt } = linking
  await tx.query(sql`
    INSERT INTO provider_linking
      (state_hash, provider, account_id, session_id, nonce, code_verifier, redirect_uri, expires_at)
    VALUES (${hashToken(state)}, ${provider}, ${accountId}::uuid, ${sessionId}::uuid, ${nonce}, ${codeVerifier},
      ${redirectUri}, ${expiresAt})`)
  await tx.query(sql`
    DELETE FROM provider_linking WHERE state_hash IN (
      SELECT state_hash FROM provider_linking WHERE account_id = ${accountId}::uuid
      ORDER BY expires_at DESC OFFSET ${MAX_LINKINGS}
    )`)
}

/** Takes what this traveller started under the state; only one of several calls gets it. */
export const takeLinking = (db: Queries, state: string, { provider, accountId, sessionId }: Traveller) =>
  db.maybeOne<Secrets>(sql`
    DELETE FROM provider_linking
    WHERE state_hash = ${hashToken(state)} AND provider = ${provider} AND account_id = ${accountId}::uuid
      AND session_id IS NOT DISTINCT FROM ${sessionId}::uuid AND expires_at > now()
    RETURNING nonce, code_verifier AS "codeVerifier", redirect_uri AS "redirectUri"`)

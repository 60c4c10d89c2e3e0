import { type Queries, sql } from '@agora/shared/database/sql'

/** Everything a member has granted one client. */
export interface GrantsRow {
  clientId: string
  clientKey: string
  clientName: string
  allowedScopes: unknown
  scopes: string[]
  createdAt: Date
  lastUsedAt: Date | null
}

/** Neither expired nor older than the account's current password. */
const holds = sql`g.expires_at > now() AND g.credential_version = a.credential_version`

/** One row for each client with a grant from the account, newest first; bounded by the number of registered clients. */
export const readGrants = (db: Queries, accountId: string) =>
  db.all<GrantsRow>(sql`
    SELECT c.id::text AS "clientId", c.key AS "clientKey", c.display_name AS "clientName",
      c.allowed_scopes AS "allowedScopes", array_agg(DISTINCT scope) AS scopes,
      min(g.created_at) AS "createdAt", max(g.last_used_at) AS "lastUsedAt"
    FROM oauth_grant g
    JOIN account a ON a.id = g.account_id
    JOIN oauth_client c ON c.id = g.client_id
    CROSS JOIN unnest(g.scopes) AS scope
    WHERE g.account_id = ${accountId} AND ${holds}
    GROUP BY c.id ORDER BY max(g.created_at) DESC, c.id`)

/** Ends all of an account's grants to a client, with their codes and tokens; false if there were none. */
export async function deleteGrants(db: Queries, accountId: string, clientId: string): Promise<boolean> {
  const held = await db.scalars<boolean>(sql`
    DELETE FROM oauth_grant g USING account a
    WHERE g.account_id = ${accountId} AND g.client_id = ${clientId} AND a.id = g.account_id
    RETURNING ${holds}`)
  return held.includes(true)
}

export interface GrantFacts {
  isUser: boolean
  client: { key: string; isConfidential: boolean; allowedScopes: unknown } | null
  /** What the account's grants to the client hold. */
  scopes: string[]
}

export const readGrantFacts = (db: Queries, { user, client }: { user: string; client: string }) =>
  db.one<GrantFacts>(sql`
    SELECT EXISTS (SELECT FROM account WHERE id = ${user}::uuid) AS "isUser",
      (
        SELECT json_build_object(
          'key', key, 'isConfidential', secret_hash IS NOT NULL, 'allowedScopes', allowed_scopes
        ) FROM oauth_client WHERE id = ${client}::uuid
      ) AS client,
      ARRAY(
        SELECT DISTINCT scope FROM oauth_grant g JOIN account a ON a.id = g.account_id
        CROSS JOIN unnest(g.scopes) AS scope
        WHERE g.account_id = ${user}::uuid AND g.client_id = ${client}::uuid AND ${holds}
      ) AS scopes`)

import type { MovedClient } from '@agora/shared/contracts/moving-accounts'
import { type Queries, sql } from '@agora/shared/database/sql'

/** Registers those whose id and key are free; returns their ids. */
export const insertClients = (db: Queries, clients: readonly MovedClient[]) =>
  db.scalars<string>(sql`
    INSERT INTO oauth_client (
      id, key, display_name, app_uri, callback_uri, other_callback_uris, pkce, secret_hash, created_at, updated_at
    )
    SELECT id, key, display_name, app_uri, callback_uris[1], callback_uris[2:], pkce, secret_hash,
      coalesce(created_at, now()), now()
    FROM jsonb_to_recordset(${JSON.stringify(clients)}::jsonb) AS moved (
      id uuid, key text, display_name text, app_uri text, callback_uris text[], pkce text, secret_hash text,
      created_at timestamptz
    )
    ON CONFLICT DO NOTHING
    RETURNING id::text`)

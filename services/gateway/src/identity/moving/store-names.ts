import type { MovedName } from '@agora/shared/contracts/moving-accounts'
import { type Queries, sql } from '@agora/shared/database/sql'

/** Adds former display names of existing accounts; returns how many are new. */
export const insertFormerNames = (db: Queries, names: readonly MovedName[]) =>
  db.rowCount(sql`
    INSERT INTO former_name (id, account_id, display_name, started_at, ended_at)
    SELECT uuidv7(), account.id, moved.display_name, moved.since, greatest(moved.since, moved.until)
    FROM jsonb_to_recordset(${JSON.stringify(names)}::jsonb) AS moved (
      "user" uuid, display_name text, since timestamptz, until timestamptz
    )
    JOIN account ON account.id = moved."user"
    ON CONFLICT DO NOTHING`)

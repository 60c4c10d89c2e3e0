import type { MovedBan } from '@agora/shared/contracts/moving-accounts'
import { type Queries, sql } from '@agora/shared/database/sql'

/** Writes bans of existing accounts, except the administrator's; returns the new ones. A ban already in force stays. */
export const insertBans = (db: Queries, bans: readonly MovedBan[]) =>
  db.scalars<string>(sql`
    WITH administrator AS (SELECT id FROM account WHERE administrator_name IS NOT NULL)
    INSERT INTO ban (id, account_id, reason, created_at, created_by, expires_at, lifted_at, lifted_by, is_current)
    SELECT moved.id, banned.id, moved.reason, moved.created_at, coalesce(imposer.id, administrator.id), moved.expires_at,
      moved.lifted_at, CASE WHEN moved.lifted_at IS NOT NULL THEN coalesce(lifter.id, administrator.id) END,
      moved.lifted_at IS NULL AND (moved.expires_at IS NULL OR moved.expires_at > now())
    FROM jsonb_to_recordset(${JSON.stringify(bans)}::jsonb) AS moved (
      id uuid, "user" uuid, reason text, created_at timestamptz, created_by uuid, expires_at timestamptz,
      lifted_at timestamptz, lifted_by uuid
    )
    CROSS JOIN administrator
    JOIN account AS banned ON banned.id = moved."user" AND banned.administrator_name IS NULL
    LEFT JOIN account AS imposer ON imposer.id = moved.created_by
    LEFT JOIN account AS lifter ON lifter.id = moved.lifted_by
    ORDER BY moved.created_at, moved.id
    ON CONFLICT DO NOTHING
    RETURNING id`)

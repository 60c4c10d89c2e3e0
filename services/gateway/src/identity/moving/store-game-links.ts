import type { MovedGameLink } from '@agora/shared/contracts/moving-accounts'
import { sql, type Transaction } from '@agora/shared/database/sql'

const moved = (links: readonly MovedGameLink[]) => sql`
  jsonb_to_recordset(${JSON.stringify(links)}::jsonb) AS moved (
    id uuid, "user" uuid, game text, server text, account text, since timestamptz, linked_by uuid, until timestamptz,
    unlinked_by uuid
  )`

/** Ends links that were imported while they lasted; returns them. This frees their places for others. */
export const endMovedLinks = (tx: Transaction, links: readonly MovedGameLink[]) =>
  tx.scalars<string>(sql`
    UPDATE game_link AS link
    SET unlinked_at = greatest(link.linked_at, moved.until), unlinked_by = coalesce(moved.unlinked_by, link.account_id)
    FROM ${moved(links)}
    WHERE link.id = moved.id AND moved.until IS NOT NULL AND link.unlinked_at IS NULL
    RETURNING link.id::text`)

/** Writes links of existing accounts, past ones too; returns the new ones. The unique indexes decide which can be current. */
export const insertMovedLinks = (tx: Transaction, links: readonly MovedGameLink[]) =>
  tx.scalars<string>(sql`
    INSERT INTO game_link (id, account_id, game, server, game_user_id, linked_at, linked_by, unlinked_at, unlinked_by)
    SELECT moved.id, account.id, game, server, moved.account, since, coalesce(linked_by, account.id),
      CASE WHEN until IS NOT NULL THEN greatest(since, until) END,
      CASE WHEN until IS NOT NULL THEN coalesce(unlinked_by, account.id) END
    FROM ${moved(links)}
    JOIN account ON account.id = moved."user"
    ORDER BY since, moved.id
    ON CONFLICT DO NOTHING
    RETURNING id::text`)

/** Those of these links that are here. */
export const readPresentLinks = (tx: Transaction, ids: readonly string[]) =>
  tx.scalars<string>(sql`SELECT id::text FROM game_link WHERE id = ANY(${ids}::uuid[])`)

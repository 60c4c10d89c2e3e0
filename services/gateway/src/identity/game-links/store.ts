import { newId } from '@agora/shared/contracts/ids'
import { prepared, type Queries, raw, sql, type Transaction } from '@agora/shared/database/sql'
import type { Game } from './schemas.ts'

/** A link with the names of those who made and ended it. */
export interface LinkRow {
  id: string
  game: Game
  server: string
  gameUserId: string
  linkedAt: Date
  linkedBy: string
  linkedByName: string
  unlinkedAt: Date | null
  unlinkedBy: string | null
  unlinkedByName: string | null
}

/** Which of an account's links; `server` is empty for game C. */
export interface LinkSlot {
  accountId: string
  game: Game
  server: string
}

const columns = `l.id::text, l.game, l.server, l.game_user_id AS "gameUserId",
  l.linked_at AS "linkedAt", l.linked_by::text AS "linkedBy", lb.display_name AS "linkedByName",
  l.unlinked_at AS "unlinkedAt", l.unlinked_by::text AS "unlinkedBy", ub.display_name AS "unlinkedByName"`
const joins = `LEFT JOIN account lb ON lb.id = l.linked_by LEFT JOIN account ub ON ub.id = l.unlinked_by`

/** All links of an account, oldest first: one statement, since every read of a user shows them. */
export const readLinks = (db: Queries, accountId: string) =>
  db.all<LinkRow>(
    prepared(
      'read-game-links',
      sql`SELECT ${raw(columns)} FROM game_link l ${raw(joins)} WHERE l.account_id = ${accountId}
        ORDER BY l.linked_at, l.id`,
    ),
  )

export const readSlot = (tx: Transaction, { accountId, game, server }: LinkSlot) =>
  tx.all<LinkRow>(sql`
    SELECT ${raw(columns)} FROM game_link l ${raw(joins)}
    WHERE l.account_id = ${accountId}::uuid AND l.game = ${game} AND l.server = ${server}
    ORDER BY l.linked_at, l.id`)

/** False if the account or the game account already has a link there: the unique indexes decide. */
export const insertLink = (tx: Transaction, slot: LinkSlot, gameUserId: string, actorId: string) =>
  tx.hasRows(sql`
    INSERT INTO game_link (id, account_id, game, server, game_user_id, linked_by)
    VALUES (${newId()}::uuid, ${slot.accountId}::uuid, ${slot.game}, ${slot.server}, ${gameUserId}, ${actorId}::uuid)
    ON CONFLICT DO NOTHING`)

/** Ends the current link and returns its id; undefined if there is none. */
export const endLink = (tx: Transaction, { accountId, game, server }: LinkSlot, actorId: string) =>
  tx.maybeScalar<string>(sql`
    UPDATE game_link SET unlinked_at = now(), unlinked_by = ${actorId}::uuid
    WHERE account_id = ${accountId}::uuid AND game = ${game} AND server = ${server} AND unlinked_at IS NULL
    RETURNING id::text`)

/** A link with its account; undefined if there is none. */
export const readLink = (db: Queries, id: string): Promise<(LinkRow & { accountId: string }) | undefined> =>
  db.maybeOne<LinkRow & { accountId: string }>(sql`
    SELECT ${raw(columns)}, l.account_id::text AS "accountId" FROM game_link l ${raw(joins)} WHERE l.id = ${id}::uuid`)

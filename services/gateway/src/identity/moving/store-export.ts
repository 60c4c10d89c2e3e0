import type { AgoraConfig } from '@agora/shared/config/agora-file'
import type {
  ExportedAccount,
  MovedBan,
  MovedClient,
  MovedGameLink,
  MovedName,
} from '@agora/shared/contracts/moving-accounts'
import type { Database } from '@agora/shared/database/database'
import { isoTime, type Transaction } from '@agora/shared/database/sql'

const ROWS = 500

/** The administrator's identity alone: the rest belongs to each instance. */
const ACCOUNTS = `
  SELECT a.id, a.administrator_name IS NOT NULL AS is_administrator, a.username, a.display_name,
    CASE WHEN a.administrator_name IS NULL THEN ${isoTime('a.created_at')} END AS created_at,
    CASE WHEN a.administrator_name IS NULL THEN a.password_hash END AS password_hash,
    CASE WHEN a.administrator_name IS NULL THEN a.time_zone END AS time_zone,
    ARRAY(
      SELECT json_build_object(
        'address', l.display_name, 'since', ${isoTime('l.started_at')}, 'visibility', l.visibility, 'rank', l.rank
      ) FROM user_link AS l
      WHERE l.account_id = a.id AND l.type = 'Email' AND l.ended_at IS NULL AND a.administrator_name IS NULL
      ORDER BY l.rank, l.external_id
    ) AS emails
  FROM account AS a ORDER BY a.username COLLATE "C"`

const BANS = `
  SELECT id, account_id AS "user", reason, ${isoTime('created_at')} AS created_at, created_by,
    ${isoTime('expires_at')} AS expires_at, ${isoTime('lifted_at')} AS lifted_at, lifted_by
  FROM ban ORDER BY ban.created_at, ban.id`

const NAMES = `
  SELECT a.id AS "user", f.display_name, ${isoTime('f.started_at')} AS since, ${isoTime('f.ended_at')} AS until
  FROM former_name AS f JOIN account AS a ON a.id = f.account_id
  WHERE a.administrator_name IS NULL
  ORDER BY a.username COLLATE "C", f.started_at`

/** What an account did that is erased by now, the member did. */
const existing = (id: string) => `coalesce((SELECT by.id FROM account AS by WHERE by.id = ${id}), a.id)`

const GAME_LINKS = `
  SELECT l.id, a.id AS "user", l.game, l.server, l.game_user_id AS account, ${isoTime('l.linked_at')} AS since,
    ${existing('l.linked_by')} AS linked_by, ${isoTime('l.unlinked_at')} AS until,
    CASE WHEN l.unlinked_at IS NOT NULL THEN ${existing('l.unlinked_by')} END AS unlinked_by
  FROM game_link AS l JOIN account AS a ON a.id = l.account_id
  WHERE a.administrator_name IS NULL
  ORDER BY l.linked_at, l.id`

const CLIENTS = `
  SELECT id, key, display_name, app_uri, ARRAY[callback_uri] || other_callback_uris AS callback_uris, secret_hash,
    secret_hash IS NULL AS public, pkce, ${isoTime('created_at')} AS created_at
  FROM oauth_client WHERE key <> ALL($1) ORDER BY key COLLATE "C"`

export interface AccountPages {
  accounts(): Promise<ExportedAccount[]>
  bans(): Promise<MovedBan[]>
  names(): Promise<MovedName[]>
  gameLinks(): Promise<MovedGameLink[]>
  clients(): Promise<MovedClient[]>
}

/**
 * Pages of all accounts and of what belongs to them, and of applications other than those of the configuration, in one
 * snapshot, passed to work in the transaction.
 */
export function exportAccounts<Result>(
  db: Database,
  { clients }: Pick<AgoraConfig, 'clients'>,
  work: (pages: AccountPages) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.query({ text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY' })
    return work({
      accounts: await open<ExportedAccount>(tx, 'accounts', ACCOUNTS),
      bans: await open<MovedBan>(tx, 'bans', BANS),
      names: await open<MovedName>(tx, 'names', NAMES),
      gameLinks: await open<MovedGameLink>(tx, 'game_links', GAME_LINKS),
      clients: await open<MovedClient>(tx, 'clients', CLIENTS, [clients.map(({ key }) => key)]),
    })
  })
}

async function open<Row extends object>(
  tx: Transaction,
  cursor: string,
  query: string,
  values: unknown[] = [],
) {
  await tx.query({ text: `DECLARE ${cursor} NO SCROLL CURSOR FOR ${query}`, values })
  return () => tx.all<Row>({ text: `FETCH ${ROWS} FROM ${cursor}` })
}

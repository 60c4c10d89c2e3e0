import type { ExportedAccount, MovedBan } from '@agora/shared/contracts/moving-accounts'
import type { Database } from '@agora/shared/database/database'
import { isoTime, type Transaction } from '@agora/shared/database/sql'

const ROWS = 500

/** Of the administrator only the identity: the rest belongs to each instance. */
const ACCOUNTS = `
  SELECT a.id, a.administrator_name IS NOT NULL AS is_administrator, a.username, a.display_name,
    CASE WHEN a.administrator_name IS NULL THEN ${isoTime('a.created_at')} END AS created_at,
    CASE WHEN a.administrator_name IS NULL THEN a.password_hash END AS password_hash,
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

export interface AccountPages {
  accounts(): Promise<ExportedAccount[]>
  bans(): Promise<MovedBan[]>
}

/** Pages of all accounts and bans in one snapshot, passed to work in the transaction. */
export function exportAccounts<Result>(
  db: Database,
  work: (pages: AccountPages) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.query({ text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY' })
    const [accounts, bans] = [
      await open<ExportedAccount>(tx, 'accounts', ACCOUNTS),
      await open<MovedBan>(tx, 'bans', BANS),
    ]
    return work({ accounts, bans })
  })
}

async function open<Row extends object>(tx: Transaction, cursor: string, query: string) {
  await tx.query({ text: `DECLARE ${cursor} NO SCROLL CURSOR FOR ${query}` })
  return async () =>
    (await tx.query<Row & Record<string, unknown>>({ text: `FETCH ${ROWS} FROM ${cursor}` })).rows
}

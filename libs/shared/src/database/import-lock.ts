import { leadsInTransaction, withLeadership } from './leadership.ts'
import { type Connection, type Queries, sql, type Transaction } from './sql.ts'

/** What is imported, each into its own schema. */
type Imported = 'archive' | 'forum'

/** How long it may take to notice a killed importer's connection, in milliseconds. */
const PATIENCE_MS = 10_000
const LOOK_MS = 200

export class ImportBusyError extends Error {
  override name = 'ImportBusyError'
}

/**
 * Makes this connection the only importer until it ends, however it ends.
 *
 * @throws ImportBusyError while another one runs.
 */
export async function lockImport(
  connection: Connection,
  imported: Imported,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const leadership = { name: `${imported} import`, everyMs: LOOK_MS, patienceMs }
  if (!(await withLeadership(connection, leadership, async () => true)))
    throw new ImportBusyError(await describeHolder(connection, imported))
}

/** The same until the transaction ends; false while another importer runs. */
export const tryLockImport = (tx: Transaction, imported: Imported): Promise<boolean> =>
  leadsInTransaction(tx, `${imported} import`)

/** Who holds the lock, as a part of a statement. */
const holders = (imported: Imported) => sql`
    FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND datname = current_database()
      AND classid = (hashtext(${`${imported} import`})::bigint & 4294967295)::oid
      AND objid = (hashtext(current_schema())::bigint & 4294967295)::oid`

/** Whether an importer runs. */
export const isImporting = (db: Queries, imported: Imported): Promise<boolean> =>
  db.scalar<boolean>(sql`SELECT EXISTS (SELECT ${holders(imported)})`)

async function describeHolder(connection: Connection, imported: Imported): Promise<string> {
  const { rows } = await connection.query<{ since: string }>(sql`
    SELECT to_char(backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS since
    ${holders(imported)}`)
  const since = rows[0] ? ` (connected since ${rows[0].since} UTC)` : ''
  return `another import is at work on this ${imported}${since}: wait for its end, or stop it; it can be resumed`
}

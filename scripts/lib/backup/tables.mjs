import { Client } from '@agora/shared/database/client'
import pg from 'pg'

/** @typedef {{ name: string, columns: string[] }} Table */

/**
 * The file with a table's rows in a backup.
 *
 * @param {string} service
 * @param {string} table
 */
export const fileOf = (service, table) => `${service}/${table}.copy.gz`

/** The migration runner maintains this table itself. */
const BOOKKEEPING = '_prisma_migrations'
const IDENTITY = 'identity'

/**
 * A connection that works in the schema of one service.
 *
 * @param {string} url
 * @param {string} schema
 */
export async function connect(url, schema) {
  const client = new Client({ connectionString: url, application_name: 'agora-backup' })
  await client.connect()
  await client.query(`SET search_path TO ${pg.escapeIdentifier(schema)}`)
  return client
}

/**
 * The names of the migrations applied to the schema, in order; none if it was never migrated.
 *
 * @param {pg.Client} client
 * @param {string} schema
 */
export async function migrationsSeen(client, schema) {
  const { rows } = await client.query('SELECT to_regclass($1) AS found', [`${schema}.${BOOKKEEPING}`])
  if (rows[0].found === null) return []
  const { rows: seen } = await client.query(
    `SELECT migration_name AS name FROM ${BOOKKEEPING}
     WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL ORDER BY migration_name`,
  )
  return seen.map(({ name }) => name)
}

/**
 * The tables of a schema with their stored columns, each after those that it references. Not the one that says which database
 * it is: one that is restored is another, so what is in a bucket beside it is not its own to delete.
 *
 * @param {pg.Client} client
 * @param {string} schema
 * @returns {Promise<Table[]>}
 */
export async function tablesOf(client, schema) {
  const { rows } = await client.query(
    `SELECT c.relname AS name,
            (SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a
             WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
            (SELECT coalesce(json_agg(DISTINCT r.relname), '[]') FROM pg_constraint f
             JOIN pg_class r ON r.oid = f.confrelid
             WHERE f.conrelid = c.oid AND f.contype = 'f' AND r.oid <> c.oid) AS needs
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> ALL($2)
     ORDER BY c.relname`,
    [schema, [BOOKKEEPING, IDENTITY]],
  )
  /** @type {(Table & { needs: string[] })[]} */
  const placed = []
  while (placed.length < rows.length) {
    /** @param {string} name */
    const isPlaced = (name) => placed.some((table) => table.name === name)
    const next = rows.find(({ name, needs }) => !isPlaced(name) && needs.every(isPlaced))
    if (!next) throw new Error(`the tables of ${schema} reference each other in a cycle`)
    placed.push(next)
  }
  return placed.map(({ name, columns }) => ({ name, columns }))
}

/**
 * Sequences by name, with the last value given out; unused ones are left out.
 *
 * @param {pg.Client} client
 * @param {string} schema
 */
export async function sequencesOf(client, schema) {
  const { rows } = await client.query(
    'SELECT sequencename AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = $1 AND last_value IS NOT NULL',
    [schema],
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** @param {Table} table */
export const targetOf = ({ name, columns }) =>
  `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`

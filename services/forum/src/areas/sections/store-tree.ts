import { newId } from '@agora/shared/contracts/ids'
import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'
import type { SectionInput, SectionSettings } from './schemas.ts'

interface Node {
  id: string
  parentId: string | null
  locale: string | null
}

/**
 * Serializes changes of the tree: whether a parent would form a cycle depends on the whole, and a new name appears in
 * the breadcrumbs of all descendants. Rows are locked in the order of `lockSections`.
 */
export async function lockTree(tx: Transaction): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('section tree ' || current_schema()))`)
  await tx.query(sql`SELECT FROM section ORDER BY id FOR NO KEY UPDATE`)
}

/** The key of the section with this id; keys never change. */
export const readKey = (db: Queries, id: string) =>
  db.maybeScalar<string>(sql`SELECT key FROM section WHERE id = ${id}`)

export const findByKey = (tx: Transaction, key: string) =>
  tx.maybeOne<Node>(sql`SELECT id, parent_id AS "parentId", locale FROM section WHERE key = ${key}`)

/**
 * Locks sections until the transaction ends, against threads and children that come and go; always in the same order.
 * Returns those among them that are categories.
 */
export async function lockSections(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const locked = await tx.all<{ id: string; isCategory: boolean }>(sql`
    SELECT id, child_count > 0 AS "isCategory" FROM section
    WHERE id = ANY(${ids}::uuid[])
    ORDER BY id FOR NO KEY UPDATE`)
  return new Set(locked.flatMap(({ id, isCategory }) => (isCategory ? [id] : [])))
}

/** Whether `id` is `below` itself or one of its ancestors. */
export const isAbove = (tx: Transaction, id: string, below: string) =>
  tx.hasRows(sql`
    WITH RECURSIVE up AS (
      SELECT id, parent_id FROM section WHERE id = ${below}::uuid
      UNION ALL
      SELECT s.id, s.parent_id FROM section AS s JOIN up ON s.id = up.parent_id
    )
    SELECT 1 FROM up WHERE id = ${id}::uuid`)

/** How many sections there are from the root to this one. */
export const levelOf = (tx: Transaction, id: string) =>
  tx.scalar<number>(sql`
    WITH RECURSIVE up AS (
      SELECT parent_id FROM section WHERE id = ${id}::uuid
      UNION ALL
      SELECT s.parent_id FROM section AS s JOIN up ON s.id = up.parent_id
    )
    SELECT count(*)::int AS level FROM up`)

/** Deleted threads count, since they may be restored. */
export const holdsThreads = (tx: Transaction, id: string) =>
  tx.hasRows(sql`SELECT FROM thread WHERE section_id = ${id} LIMIT 1`)

/** Writes the section and its parents' counts of children; returns its id. A new one is created as `made` says. */
export async function writeSection(
  tx: Transaction,
  input: SectionSettings & { key: string },
  present: Pick<Node, 'id' | 'parentId'> | undefined,
  parentId: string | null,
  made: { id: string; ctime: string | null } = { id: newId(), ctime: null },
): Promise<string> {
  const { key, display_name: displayName, locale = null, order = null, description, colour } = input
  const id = present?.id ?? made.id
  await tx.query(sql`
    INSERT INTO section (id, key, display_name, locale, position, parent_id, ctime, description, colour)
    VALUES (
      ${id}, ${key}, ${displayName}, ${locale}, coalesce(${order}::int, 0), ${parentId}, coalesce(${made.ctime}::timestamptz, now()),
      ${description ?? null}, ${colour ?? null}
    )
    ON CONFLICT (id) DO UPDATE SET
      display_name = excluded.display_name, locale = excluded.locale,
      position = coalesce(${order}::int, section.position), parent_id = excluded.parent_id,
      description = CASE WHEN ${description === undefined} THEN section.description ELSE excluded.description END,
      colour = CASE WHEN ${colour === undefined} THEN section.colour ELSE excluded.colour END`)
  const before = present?.parentId ?? null
  if (before !== parentId) {
    await countChildren(tx, before, -1)
    await countChildren(tx, parentId, 1)
  }
  return id
}

/** Whether these are the settings that the configuration gave the section last, even if it was deleted since then. */
export const isConfiguredAs = (tx: Transaction, { key, ...settings }: SectionInput) =>
  tx.hasRows(sql`
    SELECT FROM (
      SELECT key, configured FROM section UNION ALL SELECT key, configured FROM removed_section
    ) AS known WHERE key = ${key} AND configured = ${JSON.stringify(settings)}::jsonb`)

export async function writeConfigured(tx: Transaction, { key, ...settings }: SectionInput): Promise<void> {
  await tx.query(sql`UPDATE section SET configured = ${JSON.stringify(settings)}::jsonb WHERE key = ${key}`)
  await tx.query(sql`DELETE FROM removed_section WHERE key = ${key}`)
}

/** Updates the breadcrumbs that a change of the tree has made stale. */
export async function refreshAncestors(tx: Transaction): Promise<void> {
  await tx.query(sql`
    WITH RECURSIVE up AS (
      SELECT s.id AS below, p.*, 1 AS depth FROM section AS s JOIN section AS p ON p.id = s.parent_id
      UNION ALL
      SELECT up.below, p.*, up.depth + 1 FROM up JOIN section AS p ON p.id = up.parent_id
    ), crumbs AS (
      SELECT s.id, coalesce(
        jsonb_agg(
          jsonb_build_object('id', up.id, 'key', up.key, 'displayName', up.display_name, 'locale', up.locale)
          ORDER BY up.depth
        ) FILTER (WHERE up.id IS NOT NULL), '[]'
      ) AS ancestors
      FROM section AS s LEFT JOIN up ON up.below = s.id GROUP BY s.id
    )
    UPDATE section AS s SET ancestors = crumbs.ancestors FROM crumbs
    WHERE crumbs.id = s.id AND s.ancestors <> crumbs.ancestors`)
}

async function countChildren(tx: Transaction, id: string | null, change: 1 | -1): Promise<void> {
  if (id === null) return
  await tx.query(sql`UPDATE section SET child_count = child_count + ${change}::int WHERE id = ${id}`)
}

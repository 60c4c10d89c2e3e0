import { newId } from '@agora/shared/contracts/ids'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { SectionInput } from './schemas.ts'

type Tx = Prisma.TransactionClient
interface Node {
  id: string
  parentId: string | null
}

/**
 * One change of the tree at a time: whether a parent forms a cycle is a matter of the whole, and a new name is told in
 * the breadcrumbs of all below. The rows are locked in the order of `lockSections`.
 */
export async function lockTree(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('section tree ' || current_schema()))`
  await tx.$executeRaw`SELECT FROM section ORDER BY id FOR NO KEY UPDATE`
}

export function findByKey(tx: Tx, key: string): Promise<Node | null> {
  return tx.section.findUnique({ where: { key }, select: { id: true, parentId: true } })
}

/**
 * Locks sections until the transaction ends, against threads and children that come and go; always in one order.
 * Answers those among them that are categories.
 */
export async function lockSections(
  tx: Tx,
  ids: readonly (string | null | undefined)[],
): Promise<Set<string>> {
  const wanted = JSON.stringify(ids.filter((id) => typeof id === 'string'))
  const rows = await tx.$queryRaw<{ id: string; isCategory: boolean }[]>`
    SELECT id, child_count > 0 AS "isCategory" FROM section
    WHERE id IN (SELECT jsonb_array_elements_text(${wanted}::jsonb)::uuid)
    ORDER BY id FOR NO KEY UPDATE`
  return new Set(rows.flatMap(({ id, isCategory }) => (isCategory ? [id] : [])))
}

/** Whether `id` is `below` itself or one of the sections above it. */
export async function isAbove(tx: Tx, id: string, below: string): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`
    WITH RECURSIVE up AS (
      SELECT id, parent_id FROM section WHERE id = ${below}::uuid
      UNION ALL
      SELECT s.id, s.parent_id FROM section AS s JOIN up ON s.id = up.parent_id
    )
    SELECT 1 FROM up WHERE id = ${id}::uuid`
  return found.length > 0
}

/** Deleted threads count: they may be restored. */
export async function holdsThreads(tx: Tx, id: string): Promise<boolean> {
  return (await tx.thread.findFirst({ where: { sectionId: id }, select: { id: true } })) !== null
}

/** Writes the section and its parents' counts of children; answers its id. */
export async function writeSection(
  tx: Tx,
  input: SectionInput,
  present: Node | null,
  parentId: string | null,
): Promise<string> {
  const values = {
    displayName: input.display_name,
    locale: input.locale ?? null,
    position: input.order,
    parentId,
  }
  const id = present?.id ?? newId()
  if (present) await tx.section.update({ where: { id }, data: values, select: { id: true } })
  else await tx.section.create({ data: { id, key: input.key, ...values }, select: { id: true } })
  const before = present?.parentId ?? null
  if (before !== parentId) {
    await countChildren(tx, before, -1)
    await countChildren(tx, parentId, 1)
  }
  return id
}

/** Writes the breadcrumbs that a change of the tree has made others. */
export async function refreshAncestors(tx: Tx): Promise<void> {
  await tx.$executeRaw`
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
    WHERE crumbs.id = s.id AND s.ancestors <> crumbs.ancestors`
}

async function countChildren(tx: Tx, id: string | null, change: 1 | -1): Promise<void> {
  if (id === null) return
  await tx.section.update({
    where: { id },
    data: { childCount: { increment: change } },
    select: { id: true },
  })
}

import type { Kind } from '@agora/moving/format/lines'
import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'

export interface Imported {
  kind: Kind
  oldId: string
  id: string
  /** It existed before the import. */
  wasHere: boolean
}

export async function readImported(
  db: Queries,
  source: string,
  wanted: readonly { kind: Kind; oldId: string }[],
): Promise<Imported[]> {
  if (wanted.length === 0) return []
  return db.all<Imported>({
    name: 'imported-of',
    text: `
      SELECT i.kind, i.old_id AS "oldId", i.id, i.was_here AS "wasHere"
      FROM unnest($2::"ImportedKind"[], $3::text[]) AS wanted (kind, old_id)
      JOIN imported AS i ON i.source = $1 AND i.kind = wanted.kind AND i.old_id = wanted.old_id`,
    values: [source, wanted.map(({ kind }) => kind), wanted.map(({ oldId }) => oldId)],
  })
}

/**
 * Records what old ids become; returns the new ones. The key decides: earlier records stay, and two members of one
 * forum stay two.
 */
export async function noteImported(
  tx: Transaction,
  source: string,
  imported: readonly Imported[],
): Promise<Set<string>> {
  if (imported.length === 0) return new Set()
  return new Set(
    await tx.scalars<string>(sql`
    INSERT INTO imported (source, kind, old_id, id, was_here)
    SELECT ${source}, kind, "oldId", id, "wasHere"
    FROM json_to_recordset(${JSON.stringify(imported)}::json) AS line (
      kind "ImportedKind", "oldId" text, id uuid, "wasHere" boolean
    )
    ON CONFLICT DO NOTHING
    RETURNING old_id AS "oldId"`),
  )
}

/** Records the new ids of what had been imported before it was exported. */
export const noteAddresses = (
  tx: Transaction,
  addresses: readonly (Omit<Imported, 'wasHere'> & { source: string })[],
) =>
  tx.rowCount(sql`
    INSERT INTO imported (source, kind, old_id, id)
    SELECT source, kind, "oldId", id
    FROM json_to_recordset(${JSON.stringify(addresses)}::json) AS line (
      source text, kind "ImportedKind", "oldId" text, id uuid
    )
    ON CONFLICT DO NOTHING`)

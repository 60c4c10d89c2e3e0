import { type Queries, sql } from '@agora/shared/database/sql'
import { SECTION_HEAD_COLUMNS, type SectionHeadRow } from '../../resources/section.ts'
import type { importedKinds } from './schemas.ts'

export type ImportedKind = (typeof importedKinds)[number]

/** The present id of an imported thing; undefined if nothing of the kind was imported. */
export async function findImported(
  db: Queries,
  { source, kind, oldId }: { source: string; kind: ImportedKind; oldId: string },
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(sql`
    SELECT id FROM imported WHERE source = ${source} AND kind = ${kind}::"ImportedKind" AND old_id = ${oldId}`)
  return rows[0]?.id
}

export async function readSectionHead(db: Queries, id: string): Promise<SectionHeadRow | undefined> {
  const { rows } = await db.query<SectionHeadRow>({
    name: 'section-head',
    text: `SELECT ${SECTION_HEAD_COLUMNS} FROM section AS s WHERE s.id = $1`,
    values: [id],
  })
  return rows[0]
}

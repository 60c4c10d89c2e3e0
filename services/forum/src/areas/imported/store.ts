import { type Queries, sql } from '@agora/shared/database/sql'
import { SECTION_HEAD_COLUMNS, type SectionHeadRow } from '../../resources/section.ts'
import type { importedKinds } from './schemas.ts'

export type ImportedKind = (typeof importedKinds)[number]

/** The present id of an imported thing; undefined if nothing of the kind was imported. */
export const findImported = (
  db: Queries,
  { source, kind, oldId }: { source: string; kind: ImportedKind; oldId: string },
) =>
  db.maybeScalar<string>(sql`
    SELECT id FROM imported WHERE source = ${source} AND kind = ${kind}::"ImportedKind" AND old_id = ${oldId}`)

export const readSectionHead = (db: Queries, id: string) =>
  db.maybeOne<SectionHeadRow>({
    name: 'section-head',
    text: `SELECT ${SECTION_HEAD_COLUMNS} FROM section AS s WHERE s.id = $1`,
    values: [id],
  })

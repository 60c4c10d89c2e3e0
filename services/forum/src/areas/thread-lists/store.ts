import type { Page } from '@agora/shared/contracts/pagination'
import type { Queries } from '@agora/shared/database/sql'
import type { Reader } from '../../unread/sql.ts'
import type { ListKind } from './schemas.ts'
import { type ListedThreadRow, listSql } from './sql.ts'

/** A page of threads across sections, the newest answer first, and their number, at most 1,000. */
export async function readThreadList(
  db: Queries,
  { kind, sectionId, reader }: { kind: ListKind; sectionId: string | null; reader: Reader },
  { offset, limit }: Page,
): Promise<{ count: number; threads: ListedThreadRow[] }> {
  const statement = listSql(kind, { forMember: reader.userId !== null, inSection: sectionId !== null })
  const { rows } = await db.query<{ count: number; threads: ListedThreadRow[] }>({
    ...statement,
    values: [offset, limit, reader.userId, reader.since, ...(sectionId === null ? [] : [sectionId])],
  })
  return rows[0]!
}

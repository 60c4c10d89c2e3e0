import type { Page } from '@agora/shared/contracts/pagination'
import type { Queries } from '@agora/shared/database/sql'
import type { Reader } from '../reading/unread/sql.ts'
import type { ListKind } from './schemas.ts'
import { type ListedThreadRow, listSql } from './sql.ts'

interface ThreadListFilter {
  kind: ListKind
  sectionId: string | null
  /** The sections that the reader may not read. */
  closed: readonly string[]
  reader: Reader
  withOpening: boolean
}

/** A page of threads across sections, the newest answer first, and their number, at most 1,000. */
export function readThreadList(
  db: Queries,
  { kind, sectionId, closed, reader, withOpening }: ThreadListFilter,
  { offset, limit }: Page,
): Promise<{ count: number; threads: ListedThreadRow[] }> {
  const statement = listSql(kind, {
    forMember: reader.userId !== null,
    inSection: sectionId !== null,
    withOpening,
  })
  return db.one<{ count: number; threads: ListedThreadRow[] }>({
    ...statement,
    values: [offset, limit, reader.userId, reader.since, closed, ...(sectionId === null ? [] : [sectionId])],
  })
}

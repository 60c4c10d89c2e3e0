import type { Role } from '../../authority/role.ts'
import { unreadThreadsSql } from '../reading/sql.ts'

/** A section without its threads, as the queries below answer it in JSON. */
export interface SectionRow {
  id: string
  key: string
  displayName: string
  locale: string | null
  ctime: string
  threadCount: number
  childCount: number
  /** From the parent up to the root. */
  ancestors: AncestorRow[]
  unreadThreads: number
}

export interface AncestorRow {
  id: string
  key: string
  displayName: string
  locale: string | null
}

export interface RoleGrantRow {
  role: Role
  startTime: string
  userId: string
  userName: string | null
  grantedById: string
  grantedByName: string | null
}

/** The columns of a `SectionRow` for the section aliased `s`; needs `reader` in the FROM list. */
export const SECTION_COLUMNS = `
    s.id, s.key, s.display_name AS "displayName", s.locale, s.ctime,
    s.thread_count AS "threadCount", s.child_count AS "childCount",
    ARRAY(
      WITH RECURSIVE up AS (
        SELECT p.*, 1 AS depth FROM section AS p WHERE p.id = s.parent_id
        UNION ALL
        SELECT p.*, up.depth + 1 FROM section AS p JOIN up ON p.id = up.parent_id
      )
      SELECT json_build_object('id', id, 'key', key, 'displayName', display_name, 'locale', locale)
      FROM up ORDER BY depth
    ) AS ancestors,
    ${unreadThreadsSql('s.id')} AS "unreadThreads"`

/** The `SectionRow` of one section as JSON. */
export const sectionJsonSql = (sectionId: string) => `(
    SELECT row_to_json(one) FROM (SELECT ${SECTION_COLUMNS} FROM section AS s WHERE s.id = ${sectionId}) AS one
  )`

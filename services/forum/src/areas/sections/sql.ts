import type { Role } from '../../authority/role.ts'
import type { CountedSection } from '../reading/counts.ts'
import { activitySql } from '../reading/sql.ts'

/** A section without its threads, as the queries below answer it in JSON. */
export interface SectionRow extends CountedSection {
  key: string
  displayName: string
  locale: string | null
  ctime: string
  threadCount: number
  childCount: number
  /** From the parent up to the root. */
  ancestors: AncestorRow[]
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

/** The columns of a `SectionRow` for the section aliased `s`; its activity is for members alone. */
export const sectionColumns = (forMember: boolean) => `
    s.id, s.key, s.display_name AS "displayName", s.locale, s.ctime,
    s.thread_count AS "threadCount", s.child_count AS "childCount", s.ancestors
    ${forMember ? `, ${activitySql('s.id')} AS activity` : ''}`

/** The `SectionRow` of the section aliased `s` as JSON. */
export const sectionJsonSql = (forMember: boolean) =>
  `(SELECT row_to_json(one) FROM (SELECT ${sectionColumns(forMember)}) AS one)`

import { described, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { SectionKey } from './schemas.ts'

/** A section as other resources refer to it. */
export const SectionHead = Type.Object({
  type: Type.Literal('ForumSection'),
  id: described(Uuid, 'The section’s id.'),
  key: SectionKey,
  display_name: Type.String({ description: 'The section’s name.' }),
})
export type SectionHead = Static<typeof SectionHead>

export interface SectionHeadRow {
  id: string
  key: string
  displayName: string
}

/** The columns of a `SectionHeadRow` for the section aliased `s`. */
export const SECTION_HEAD_COLUMNS = `s.id, s.key, s.display_name AS "displayName"`

export function viewSectionHead({ id, key, displayName }: SectionHeadRow): SectionHead {
  return { type: 'ForumSection', id, key, display_name: displayName }
}

import type { Schemas } from '@agora/client'
import { maybe } from '../api.ts'
import type { Visit } from '../http/visit.ts'
import { sectionIn } from '../lists.ts'
import { SectionName } from './parts.tsx'

type Roles = Schemas['Staff']['items'][number]['roles']

/** Who holds which roles now, by their ids. */
export type Staff = ReadonlyMap<string, Roles>

const strongestFirst = ['Administrator', 'GlobalModerator', 'Moderator'] as const
export type Role = (typeof strongestFirst)[number]

export async function staffOf({ api }: Visit): Promise<Staff> {
  const staff = await maybe(api.GET('/api/v1/users/staff'))
  return new Map(staff?.items.map(({ user, roles }) => [user.id, roles]))
}

/** The strongest role that a member holds now in a section. */
export function roleIn(staff: Staff, userId: string | undefined, section: string): Role | undefined {
  const held = (userId && staff.get(userId)) || []
  const here = held.filter((one) => one.section === null || one.section.id === section)
  return strongestFirst.find((role) => here.some((one) => one.role === role))
}

interface BadgesProps {
  visit: Visit
  held: Roles
  /** Those in which they may hold. */
  sections: readonly Schemas['ForumSection'][]
}

/** All roles of a member, for their own page. */
export const RoleBadges = ({ visit: { words }, held, sections }: BadgesProps) => (
  <>
    {held.map(({ role, section }) => {
      const where = sectionIn(sections, section?.id)
      return (
        <>
          <span class="badge strong">
            {words.roles[role as Role] ?? role}
            {section && <>: {where ? <SectionName section={where} /> : words.sanctions.oneSection}</>}
          </span>{' '}
        </>
      )
    })}
  </>
)

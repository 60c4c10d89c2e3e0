import type { Schemas } from '@agora/client'
import type { Child } from 'hono/jsx'
import { ApiRefusal } from '../../api.ts'
import type { Form } from '../../http/form.ts'
import type { Crumb } from '../../http/outcome.ts'
import type { Visit } from '../../http/visit.ts'
import { readSections } from '../../lists.ts'
import { Tabs } from '../../view/parts.tsx'

export type Section = Schemas['ForumSection']

/** Where the caller moderates. */
export interface Scope {
  sections: readonly Section[]
  /** Whether everywhere, and so also without a section. */
  everywhere: boolean
  isAdministrator: boolean
}

/** @throws ApiRefusal 403 for callers who moderate nothing */
export async function scopeOf({ api, me }: Visit): Promise<Scope> {
  if (!me) throw new ApiRefusal(401, 'authentication required')
  const all = await readSections(api)
  const sections = all.filter(({ self }) => self.roles.length > 0)
  const roles = new Set(all.flatMap(({ self }) => self.roles))
  const isAdministrator = me.isAdministrator || roles.has('Administrator')
  if (me.lacksFactor) throw new ApiRefusal(403, 'second factor is required')
  if (sections.length === 0 && !isAdministrator) throw new ApiRefusal(403, 'moderates nothing')
  return { sections, everywhere: isAdministrator || roles.has('GlobalModerator'), isAdministrator }
}

/** The section of a listing: the requested one, or all if the caller may read all, or their first. */
export function chosenSection(
  { query }: Visit,
  { sections, everywhere }: Scope,
  forAll = everywhere,
): string | undefined {
  const asked = query.get('section')
  if (asked) return asked
  return forAll ? undefined : sections[0]?.id
}

export const moderationCrumbs = ({ words }: Visit): Crumb[] => [
  { href: '/', name: words.nav.home },
  { href: '/moderation', name: words.nav.moderation },
]

/** The page of the queue that a form was sent from, in its field `back`. */
export function queueOf(form: Form): string {
  const back = form.text('back')
  return /^\/moderation(\?[\w=&%+-]*)?$/.test(back) ? back : '/moderation'
}

/** The event stream of reports, in one section or everywhere. */
export const streamOf = (section: string | undefined): string =>
  `/api/v1/forum/moderation/stream${section ? `?${new URLSearchParams({ section })}` : ''}`

/** The tabs of the moderation pages. */
export const ModerationTabs = ({ visit, visit: { words }, scope }: { visit: Visit; scope: Scope }) => (
  <Tabs
    visit={visit}
    label={words.nav.moderation}
    tabs={[
      ['/moderation', words.queue.title],
      ['/moderation/sanctions', words.sanctions.title],
      ['/moderation/log', words.log.title],
      ...(scope.isAdministrator ? [['/moderation/bans', words.bans.title] as const] : []),
    ]}
  />
)

interface FilterProps {
  visit: Visit
  scope: Scope
  section: string | undefined
  /** Whether "all sections" is a choice. */
  hasAll?: boolean
  children?: Child
}

/** Filters a listing by address, so that the result can be linked to. */
export const Filter = ({
  visit: { words, path },
  scope,
  section,
  hasAll = scope.everywhere,
  children,
}: FilterProps) => (
  <form method="get" action={path.split('?', 1)[0]} class="filter">
    {children}
    <div class="field">
      <label for="section">{words.fields.section}</label>
      <select id="section" name="section">
        {hasAll && <option value="">{words.queue.allSections}</option>}
        {scope.sections.map(({ id, display_name }) => (
          <option value={id} selected={id === section}>
            {display_name}
          </option>
        ))}
      </select>
    </div>
    <button class="quiet">{words.queue.show}</button>
  </form>
)

import type { Child } from 'hono/jsx'
import { ApiRefusal } from '../../api.ts'
import { type MorePage, type Outcome, page } from '../../http/outcome.ts'
import type { Visit } from '../../http/visit.ts'
import { Tabs } from '../../view/parts.tsx'
import { placesOf } from './places.ts'

/** @throws ApiRefusal for everyone but administrators */
export function requireAdministrator({ me }: Visit): void {
  if (me?.lacksFactor) throw new ApiRefusal(403, 'second factor is required')
  if (!me?.isAdministrator) throw new ApiRefusal(me ? 403 : 401, 'for administrators')
}

type More = Pick<MorePage, 'problem' | 'aside' | 'crumbs' | 'scripts'>

/** A page for administrators. `crumbs` follow the first of these pages. */
export function administrationPage(visit: Visit, title: string, body: Child, more: More = {}): Outcome {
  const { words } = visit
  const { crumbs = [], ...others } = more
  const isFirst = visit.path === '/administration'
  return page(
    title,
    <>
      <Tabs
        visit={visit}
        label={words.administration.title}
        tabs={[
          ['/administration', words.administration.overview.title],
          ...placesOf(words).map(([href, { title }]) => [href, title] as const),
        ]}
      />
      {body}
    </>,
    {
      ...others,
      crumbs: [
        { href: '/', name: words.nav.home },
        ...(isFirst ? [] : [{ href: '/administration', name: words.administration.title }]),
        ...crumbs,
      ],
      isIndexed: false,
    },
  )
}

import type { Schemas } from '@agora/client'
import { maybe } from '../../api.ts'
import type { Crumb } from '../../http/outcome.ts'
import type { Visit } from '../../http/visit.ts'

interface Section {
  key: string
  display_name: string
  locale: string | null
  parent: unknown
}

/** From the front page down to a section, which `included` includes. */
export function crumbsTo({ words }: Visit, section: Section, included = false): Crumb[] {
  const crumbs: Crumb[] = []
  for (
    let one = (included ? section : section.parent) as Section | null;
    one;
    one = one.parent as Section | null
  )
    crumbs.unshift({ href: `/sections/${one.key}`, name: one.display_name, locale: one.locale })
  return [{ href: '/', name: words.nav.home }, ...crumbs]
}

type Post = Pick<Schemas['ForumSinglePost'], 'id' | 'thread'>

/** From the front page down to a post, and the language of its section: null for any. */
export async function wayTo(
  visit: Visit,
  { id, thread }: Post,
): Promise<{ crumbs: Crumb[]; locale: string | null }> {
  const params = { path: { section_ref: thread.section.id }, query: { limit: 0 } }
  // It may have changed since the post was read.
  const section = await maybe(visit.api.GET('/api/v1/forum/sections/{section_ref}', { params }))
  const { locale = null } = section ?? {}
  const above = section
    ? crumbsTo(visit, section, true)
    : crumbsTo(visit, { ...thread.section, locale, parent: null }, true)
  return { locale, crumbs: [...above, { href: `/posts/${id}`, name: thread.title, locale }] }
}

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

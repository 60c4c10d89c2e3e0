import { page } from '../../http/outcome.ts'
import type { Visit } from '../../http/visit.ts'

/**
 * Leads on after a form to what redirects to another site: browsers apply a page's form policy to every redirect that
 * follows its form.
 */
export const goOn = ({ words: { entry } }: Visit, title: string, to: string) =>
  page(title, <div class="card narrow">{entry.consent.goOn(to)}</div>, { continueTo: to, isIndexed: false })

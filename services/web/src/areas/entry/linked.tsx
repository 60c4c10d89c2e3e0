import { page } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'

/** Where the browser ends up after linking an account elsewhere; its address contains nothing from there. */
export const showLinked: Reader = async ({ words }) =>
  page(
    words.entry.linking.done,
    <div class="card narrow">
      <p>{words.entry.linking.doneText}</p>
      <p>
        <a href="/">{words.toFrontPage}</a>
      </p>
    </div>,
    { isIndexed: false },
  )

import { page } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { MarkupHelp } from '../../view/markup-help.tsx'

export const showMarkup: Reader = async ({ words }) =>
  page(
    words.markup.title,
    <div class="card">
      <p>{words.markup.intro}</p>
      <MarkupHelp words={words} />
    </div>,
  )

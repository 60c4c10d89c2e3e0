import { page } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { MarkupHelp } from '../../view/markup-help.tsx'
import type { Words } from '../../words/words.ts'

/** The classes of rendered HTML; what they mean is told in the site's languages. */
const classes: [keyof Words['markup']['classes'], string][] = [
  ['spoiler', '<span class="mkt-spoiler">'],
  ['icon', '<span class="mkt-icon mkt-icon-KEY">:KEY:</span>'],
  ['mention', '<span class="mkt-mention" data-user-id="ID">@…</span>'],
  ['quote', '<blockquote class="mkt-quote"><cite>…</cite>…'],
  ['mod', '<div class="mkt-mod">'],
  ['admin', '<div class="mkt-admin">'],
]

/** How to write posts, and for other programs how to show them. */
export const showMarkup: Reader = async ({ words }) =>
  page(
    words.markup.title,
    <>
      <div class="card">
        <p>{words.markup.intro}</p>
        <MarkupHelp words={words} />
      </div>
      <section class="card" id="html">
        <h2>{words.markup.elsewhere}</h2>
        <p>
          {words.markup.styles} <a href="/markup.css">/markup.css</a>
        </p>
        <dl>
          {classes.map(([name, html]) => (
            <>
              <dt>
                <code>{html}</code>
              </dt>
              <dd>{words.markup.classes[name]}</dd>
            </>
          ))}
        </dl>
      </section>
    </>,
  )

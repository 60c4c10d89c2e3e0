import { ApiRefusal } from '../../api.ts'
import { type Page, page } from '../../http/outcome.ts'
import type { MountPages } from '../../http/pages.ts'
import { problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { reasonOf } from '../../view/errors.tsx'

/** The gateway gives each with the status of what it refuses. */
const more = { isAlone: true, isIndexed: false } as const

/** The error that the gateway asks about: its status, and what the API would say, and in how many seconds to try again. */
const refusalIn = ({ query }: Visit) =>
  new ApiRefusal(Number(query.get('status')), query.get('message') ?? '', { retryAfter: query.get('after') })

const told = ({ words }: Visit, title: string, text: string): Page =>
  page(
    title,
    <div class="card narrow">
      <p role="alert">{text}</p>
      <p>
        <a href="/">{words.toFrontPage}</a>
      </p>
    </div>,
    more,
  )

/** What a person reads where the gateway answers a page's request itself, or an authorization that cannot go on. */
export const refusalPages: MountPages = (pages) => {
  pages.get(
    '/internal/refusals/page',
    async (visit) => {
      const refusal = refusalIn(visit)
      const { title, text } = reasonOf(visit, refusal)
      return told(
        visit,
        title,
        visit.words.refusals[refusal.message as keyof typeof visit.words.refusals] ?? text,
      )
    },
    ['status', 'message', 'after'],
  )
  pages.get(
    '/internal/refusals/linking',
    async (visit) => {
      const { entry } = visit.words
      return told(visit, entry.linking.failed, problemOf(refusalIn(visit), visit).text)
    },
    ['status', 'message', 'after'],
  )
  pages.get(
    '/internal/refusals/oauth',
    async ({ words, query }) => {
      const { oauth } = words.entry
      return page(
        oauth.title,
        <div class="card narrow">
          <p>{oauth.text}</p>
          <p>{oauth.tell}</p>
          <p>
            <code>{query.get('message')}</code>
          </p>
        </div>,
        more,
      )
    },
    ['message'],
  )
}

import { safeNext } from '../../http/next.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'

/** Tells a new member who gave an address what to do with it, before they go on. */
export const showWelcome: Reader = async ({ me, words, query, internal }) => {
  const { welcome: own, goOn } = words.entry
  const next = safeNext(query.get('next'))
  const [waiting] = me ? await internal.listPendingEmails() : []
  if (!me || !waiting) return redirect(next)
  return page(
    own.title(me.name),
    <div class="card narrow">
      {own.mailed(waiting.email)}
      <p class="choices">
        <a class="button" href={next}>
          {goOn}
        </a>
        <a href="/account#emails">{words.nav.account}</a>
      </p>
    </div>,
    { isIndexed: false },
  )
}

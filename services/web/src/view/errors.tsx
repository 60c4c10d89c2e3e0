import type { ApiRefusal } from '../api.ts'
import { type Page, page } from '../http/outcome.ts'
import { waitOf } from '../http/refusals.ts'
import type { Visit } from '../http/visit.ts'

/** What went wrong, in words. */
export function reasonOf({ words, me, locale }: Visit, { status, retryAfter }: ApiRefusal) {
  const all = words.errors
  if (status === 404 || status === 410) return all.notFound
  if (status === 401 || (status === 403 && !me)) return all.signIn
  if (status === 403) return all.forbidden
  if (status === 409) return all.conflict
  if (status === 413) return all.tooLarge
  if (status === 429) return { ...all.tooMany, text: all.tooMany.text(waitOf(retryAfter, locale)) }
  if (status === 503) return all.away
  if (status >= 500) return all.ours
  return all.malformed
}

/** What went wrong, and where to go from here. */
export function errorPage(visit: Visit, refusal: ApiRefusal): Page {
  const { words, me, path } = visit
  const { status, retryAfter } = refusal
  const { title, text } = reasonOf(visit, refusal)
  const asksForFactor = refusal.message === 'second factor is required'
  const asksToSignIn = status === 401 || (status === 403 && !me)
  return page(
    title,
    <div class="card narrow">
      {asksForFactor ? (
        <div role="alert">{words.factors.lacking('/account/factors')}</div>
      ) : (
        <p role="alert">{text}</p>
      )}
      <p class="choices">
        {asksToSignIn && (
          <a class="button" href={`/sign-in?${new URLSearchParams({ next: path })}`}>
            {words.nav.signIn}
          </a>
        )}
        <a href="/">{words.toFrontPage}</a>
      </p>
    </div>,
    { status, isIndexed: false, ...(retryAfter === null ? {} : { headers: { 'retry-after': retryAfter } }) },
  )
}

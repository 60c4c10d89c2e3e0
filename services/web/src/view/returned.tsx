import { ApiRefusal } from '../api.ts'
import type { Form } from '../http/form.ts'
import { type Keeping, type Params, type TextName, type Texts, textsIn } from '../http/keeping.ts'
import { type Page, page } from '../http/outcome.ts'
import type { Visit } from '../http/visit.ts'
import { reasonOf } from './errors.tsx'
import { Notice } from './parts.tsx'

interface Sent {
  params: Params
  form: Form
  keeping: Keeping | undefined
  /** Why the API did not process it; undefined if it was not asked. */
  refusal?: ApiRefusal
}

/**
 * A form that could not be processed: it came without the session's token, because the session had ended or the form
 * was shown under another one, or the API was unreachable. Nothing that was sent is sent on: the form's own page shows it
 * anew, with the texts that the form declares. Where that page cannot be made, only these texts are shown, and lead to
 * it later.
 */
export async function returnedForm(sent: Visit, { params, form, keeping, refusal }: Sent): Promise<Page> {
  // Keeps only the part of the address that the route has read: another site chose the rest.
  const visit = { ...sent, path: sent.path.split('?', 1)[0] ?? '/', query: new URLSearchParams() }
  const texts = keeping ? textsIn(form, keeping) : {}
  const { title, text, status } = whyReturned(visit, texts, refusal)
  const notice = (
    <Notice kind="alarm">
      <p>{text}</p>
      {!visit.me && <SignIn visit={visit} />}
    </Notice>
  )
  const shown = keeping && visit.me ? await shownAnew(visit, params, keeping, texts) : undefined
  if (shown) {
    const body = (
      <>
        {notice}
        {shown.body}
      </>
    )
    return { ...shown, body, status, isIndexed: false }
  }
  const body = (
    <>
      {notice}
      {Object.keys(texts).length > 0 && (
        <KeptTexts visit={visit} texts={texts} to={keeping?.leadsTo?.(form) ?? visit.path} />
      )}
    </>
  )
  // A draft was not sent either, and is kept.
  return page(title, body, { status, isIndexed: false, scripts: visit.me ? [] : ['drafts.js'] })
}

function whyReturned(visit: Visit, texts: Texts, refusal: ApiRefusal | undefined) {
  const { words, me } = visit
  const { errors, returned } = words
  if (refusal?.status === 429) return { ...reasonOf(visit, refusal), status: 429 }
  if (refusal) return { ...errors.away, status: 503 }
  const hasTexts = Object.keys(texts).length > 0
  if (me) {
    const text = hasTexts ? returned.againText(me.name) : returned.againEmpty(me.name)
    return { title: returned.again, text, status: 403 }
  }
  return hasTexts
    ? { title: returned.signedOut, text: returned.signedOutText, status: 401 }
    : { title: returned.signedOutEmpty, text: returned.signedOutEmptyText, status: 401 }
}

/** The form's own page; undefined while the API does not answer, or if it has nothing for this member. */
async function shownAnew(
  visit: Visit,
  params: Params,
  { shownBy }: Keeping,
  texts: Texts,
): Promise<Page | undefined> {
  try {
    const shown = await shownBy(visit, params, texts)
    return shown.kind === 'page' ? shown : undefined
  } catch (error) {
    // Whatever failed, the texts are not lost.
    if (!(error instanceof ApiRefusal))
      visit.request.log.error({ err: error }, 'a form could not be shown anew')
    return undefined
  }
}

const SignIn = ({ visit: { words } }: { visit: Visit }) => (
  <p>
    <a class="button" href="/sign-in?next=/signed-in" target="_blank" rel="noopener">
      {words.returned.signIn}
    </a>
  </p>
)

const KeptTexts = ({ visit: { words }, texts, to }: { visit: Visit; texts: Texts; to: string }) => (
  <form method="post" action={to} class="card">
    {(Object.entries(texts) as [TextName, string][]).map(([name, value]) => (
      <p class="field">
        <label for={`returned-${name}`}>{words.fields[name]}</label>
        <textarea id={`returned-${name}`} name={name} rows={name === 'title' ? 1 : 8} dir="auto">
          {`\n${value}`}
        </textarea>
      </p>
    ))}
    <button>{words.returned.goOn}</button>
  </form>
)

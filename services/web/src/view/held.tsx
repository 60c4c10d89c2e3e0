import type { ApiRefusal } from '../api.ts'
import type { Form } from '../http/form.ts'
import { type Page, page } from '../http/outcome.ts'
import type { Visit } from '../http/visit.ts'
import type { Words } from '../words/words.ts'
import { FormToken, Notice } from './parts.tsx'

/** Fields that a person wrote; the others are the page's own. */
const written = new Set(['title', 'body', 'comment', 'note', 'reason_text', 'internal_note'])

interface Why {
  title: string
  text: string
  status: number
}

function whyHeld({ words, me }: Visit, refusal: ApiRefusal | undefined): Why {
  if (refusal?.status === 429) return { ...words.errors.tooMany, status: 429 }
  if (refusal) return { ...words.errors.away, status: 503 }
  return me
    ? { title: words.held.again, text: words.held.againText(me.name), status: 403 }
    : { title: words.held.signedOut, text: words.held.signedOutText, status: 401 }
}

/**
 * A form that could not be processed: it came without the session's token, because the session had ended or the form
 * was shown under another one, or the API was unreachable. Shows everything that was entered, ready to send again.
 */
export function heldForm(visit: Visit, form: Form, refusal?: ApiRefusal): Page {
  const { words, me, path } = visit
  const { title, text, status } = whyHeld(visit, refusal)
  const fields = form.entries().filter(([name]) => name !== 'form-token')
  return page(
    title,
    <>
      <Notice kind="alarm">
        <p>{text}</p>
        {!me && (
          <p>
            <a class="button" href="/sign-in?next=/signed-in" target="_blank" rel="noopener">
              {words.held.signIn}
            </a>
          </p>
        )}
      </Notice>
      <form method="post" action={path} class="card">
        <FormToken visit={visit} />
        {fields.map(([name, value]) => (
          <HeldField words={words} name={name} value={value} />
        ))}
        <button>{words.held.send}</button>
      </form>
    </>,
    { status, isIndexed: false },
  )
}

const HeldField = ({ words, name, value }: { words: Words; name: string; value: string }) =>
  written.has(name) ? (
    <p class="field">
      <label for={`held-${name}`}>{words.fields[name as keyof typeof words.fields] ?? name}</label>
      <textarea id={`held-${name}`} name={name} rows={name === 'title' ? 1 : 8} dir="auto">
        {`\n${value}`}
      </textarea>
    </p>
  ) : (
    <input type="hidden" name={name} value={value} />
  )

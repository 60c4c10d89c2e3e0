import { ApiRefusal } from '../api.ts'
import type { Problem } from '../view/fields.tsx'
import { waitInWords } from '../words/times.ts'
import type { Locale, Words } from '../words/words.ts'
import type { Visit } from './visit.ts'

export type Attempt<Value> =
  | { value: Value; refusal?: undefined }
  | { value?: undefined; refusal: ApiRefusal }

/**
 * The outcome of a write. The form reports a refusal, with everything that was entered; so too if the API is
 * unreachable. A 404 means that its target is gone, which is a page of its own.
 */
export async function attempt<Value>(writing: Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { value: await writing }
  } catch (error) {
    if (!(error instanceof ApiRefusal)) return { refusal: new ApiRefusal(503, 'the API is out of reach') }
    if (error.status === 404) throw error
    return { refusal: error }
  }
}

/** The field that the API names when a body has the wrong shape: "invalid `title`: ...". */
const named = /^invalid `([\w.]+)`/

/** Refusals that a form answers with a password or a code: `PasswordAgain` shows its field. */
const answeredByPassword = {
  'invalid second factor': 'current_password',
  'second factor is required': 'current_password',
  'invalid current password': 'current_password',
  'recent sign-in is required': 'current_password',
}

/** A refusal in words, beside the form's field if it is about one. `fields` are the form's names for the API's. */
export function problemOf(
  refusal: ApiRefusal,
  { words, locale }: Pick<Visit, 'words' | 'locale'>,
  fields: Record<string, string> = {},
): Problem {
  const { status, message } = refusal
  const known = words.refusals[message as keyof typeof words.refusals]
  const apiField = named.exec(message)?.[1]
  const byMessage: Record<string, string> = { ...answeredByPassword, ...fields }
  const field = apiField === undefined ? byMessage[message] : (fields[apiField] ?? apiField)
  const ofField =
    field === undefined ? undefined : words.fieldProblems[field as keyof typeof words.fieldProblems]
  return {
    status: status >= 500 ? 503 : status,
    field,
    text: known ?? ofField ?? generalWords(refusal, words, locale),
  }
}

/** When to try again, in words; undefined if the API does not say. */
export function waitOf(retryAfter: string | null, locale: Locale): string | undefined {
  const seconds = Number(retryAfter ?? Number.NaN)
  return Number.isFinite(seconds) ? waitInWords(locale, seconds) : undefined
}

function generalWords({ status, retryAfter }: ApiRefusal, { errors }: Words, locale: Locale): string {
  if (status === 401) return errors.signIn.text
  if (status === 403) return errors.forbidden.text
  if (status === 409) return errors.conflict.text
  if (status === 429) return errors.tooMany.text(waitOf(retryAfter, locale))
  if (status >= 500) return errors.away.text
  return errors.malformed.text
}

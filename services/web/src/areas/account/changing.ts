import type { Form } from '../../http/form.ts'
import { type Outcome, redirect } from '../../http/outcome.ts'
import type { Params, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { accountPage, type Part } from './account.tsx'

/** The form's names for the account's fields in the API's errors. */
const fields = {
  'username already in use': 'username',
  'display name is blank': 'display_name',
  'display name is reserved': 'display_name',
}

type Change = (visit: Visit, me: { user_id: string }, form: Form, params: Params) => Promise<unknown>

/** Handles a form of the account page: returns there on success, or shows the reason beside the field. */
export function changing(part: Part, change: Change, named: Record<string, string> = fields): Writer {
  return async (visit, params, form): Promise<Outcome> => {
    const { refusal } = await attempt(change(visit, { user_id: visit.me?.id ?? '' }, form, params))
    if (!refusal) return redirect(`/account?saved=${part}`)
    return accountPage(visit, { part, form, params, problem: problemOf(refusal, visit, named) })
  }
}

import type { ApiRefusal } from '../../api.ts'
import type { Form } from '../../http/form.ts'
import type { Params } from '../../http/keeping.ts'
import type { Outcome } from '../../http/outcome.ts'
import type { Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import { isFormToken } from '../../http/session.ts'
import type { Visit } from '../../http/visit.ts'
import type { Problem } from '../../view/fields.tsx'

/** What the page of such a form is shown with; `problem` is why it was refused. */
export interface Sent {
  params: Params
  form: Form
  problem: Problem
  /** What the API said; undefined if it was not asked. */
  refusal?: ApiRefusal
}

interface EntryForm {
  /** Does what the form asks for. @throws ApiRefusal */
  act: (visit: Visit, form: Form, params: Params) => Promise<Outcome>
  /** Shows it again, with what was filled in. */
  show: (visit: Visit, sent: Sent) => Promise<Outcome>
  /** The form's names for the API's fields, and for errors about one of them. */
  fields?: Record<string, string>
}

/**
 * The target of a form that guests send, too. Another site can neither read its token nor make one, so it cannot sign
 * anybody in here, register them or consent for them.
 */
export const entryForm =
  ({ act, show, fields = {} }: EntryForm): Writer =>
  async (visit, params, form) => {
    const { entry } = visit.words
    if (!isFormToken(visit.request, form.text('form-token')))
      return show(visit, { params, form, problem: { text: entry.staleForm, status: 403 } })
    const { value, refusal } = await attempt(act(visit, form, params))
    if (!refusal) return value
    const problem = problemOf(refusal, visit, fields)
    const sent = { params, form, refusal }
    const own = entry.fields[problem.field as keyof typeof entry.fields] as string | undefined
    if (problem.status === 503) return show(visit, { ...sent, problem: { ...problem, text: entry.away } })
    const isMisshapen = problem.status === 422 && !(refusal.message in visit.words.refusals)
    return show(visit, {
      ...sent,
      problem: isMisshapen && own !== undefined ? { ...problem, text: own } : problem,
    })
  }

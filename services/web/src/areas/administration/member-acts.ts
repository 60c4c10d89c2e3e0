import { must } from '../../api.ts'
import { confirmSelf } from '../../http/confirming.ts'
import { redirect } from '../../http/outcome.ts'
import type { Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import { memberPage } from './member.tsx'
import { memberPath } from './places.ts'

/** Makes a member an administrator, or takes that from them. */
export const changeAdministrator: Writer = async (visit, { member: id = '' }, form) => {
  const params = { path: { user_id: id } }
  const change = () =>
    form.text('act') === 'revoke'
      ? must(visit.api.DELETE('/api/v1/users/{user_id}/administrator', { params }))
      : must(visit.api.PUT('/api/v1/users/{user_id}/administrator', { params }))
  const { refusal } = await attempt(confirmSelf(visit, form).then(change))
  if (!refusal) return redirect(`${memberPath(id)}?done=names`)
  return memberPage(visit, id, { part: 'administrator', problem: problemOf(refusal, visit) })
}

export const setPassword: Writer = async (visit, { member: id = '' }, form) => {
  const change = () =>
    must(
      visit.api.PATCH('/api/v1/users/{user_id}', {
        params: { path: { user_id: id } },
        body: { password: form.text('new_password') },
      }),
    )
  const { refusal } = await attempt(confirmSelf(visit, form).then(change))
  if (!refusal) return redirect(`${memberPath(id)}?done=names`)
  const problem = problemOf(refusal, visit, { password: 'new_password' })
  const text = problem.field === 'new_password' ? visit.words.fieldProblems.password : problem.text
  return memberPage(visit, id, { part: 'password', problem: { ...problem, text } })
}

export const eraseMember: Writer = async (visit, { member: id = '' }, form) => {
  const erase = () =>
    must(visit.api.DELETE('/api/v1/users/{user_id}', { params: { path: { user_id: id } }, body: {} }))
  const { refusal } = await attempt(confirmSelf(visit, form).then(erase))
  if (!refusal) return redirect('/administration/members?erased=1')
  return memberPage(visit, id, { part: 'erase', problem: problemOf(refusal, visit) })
}

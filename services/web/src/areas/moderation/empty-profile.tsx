import { must } from '../../api.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { nameOf } from '../../view/parts.tsx'
import { memberBy, memberPage, problemOfReason, type Reasoned, ReasonForm } from './reason-form.tsx'
import { scopeOf } from './scope.tsx'

export const showEmptying: Reader = (visit, { member = '' }, { reason_text: reason = '' }) =>
  emptyingPage(visit, member, { reason })

export const emptyProfile: Writer = async (visit, { member = '' }, form) => {
  const reason = form.text('reason_text')
  const params = { path: { user_id: member } }
  const { refusal } = await attempt(
    must(visit.api.DELETE('/api/v1/forum/users/{user_id}/profile', { params, body: { reason } })),
  )
  if (!refusal) return redirect(`/members/${member}`)
  return emptyingPage(visit, member, { reason, problem: problemOfReason(refusal, visit) })
}

async function emptyingPage(visit: Visit, member: string, given: Reasoned) {
  const { words } = visit
  await scopeOf(visit)
  const user = await memberBy(visit, member)
  return memberPage(
    visit,
    user,
    words.profiles.emptyOf(nameOf(user)),
    <ReasonForm
      visit={visit}
      member={user.id}
      to="profile"
      meaning={words.profiles.emptying}
      hint={words.sanctions.reasonHint}
      given={given}
      label={words.profiles.empty}
    />,
    { problem: given.problem },
  )
}

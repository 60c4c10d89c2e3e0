import { must } from '../../api.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { Input, type Problem } from '../../view/fields.tsx'
import { nameOf } from '../../view/parts.tsx'
import { PostForm, SubmitOr } from '../../view/post-form.tsx'
import { moderationCrumbs, scopeOf } from './scope.tsx'

const pathOf = (member: string) => ({ params: { path: { user_id: member } } })

export const showEmptying: Reader = (visit, { member = '' }, { reason_text: reason = '' }) =>
  emptyingPage(visit, member, { reason })

export const emptyProfile: Writer = async (visit, { member = '' }, form) => {
  const reason = form.text('reason_text')
  const { refusal } = await attempt(
    must(visit.api.DELETE('/api/v1/forum/users/{user_id}/profile', { ...pathOf(member), body: { reason } })),
  )
  if (!refusal) return redirect(`/members/${member}`)
  return emptyingPage(visit, member, {
    reason,
    problem: problemOf(refusal, visit, { reason: 'reason_text' }),
  })
}

interface Written {
  reason: string
  problem?: Problem
}

async function emptyingPage(visit: Visit, member: string, { reason, problem }: Written) {
  const { api, words } = visit
  await scopeOf(visit)
  const user = await must(api.GET('/api/v1/users/{user_id}', pathOf(member)))
  return page(
    words.profiles.emptyOf(nameOf(user)),
    <PostForm visit={visit} to={`/members/${member}/profile`} class="card narrow" problem={problem} isDraft>
      <p>{words.profiles.emptying}</p>
      <Input
        name="reason_text"
        label={words.profiles.reason}
        hint={words.profiles.reasonHint}
        value={reason}
        isRequired
        most={2_000}
        isFirst
      />
      <SubmitOr label={words.profiles.empty} to={`/members/${member}`} link={words.back} />
    </PostForm>,
    {
      problem,
      crumbs: [...moderationCrumbs(visit), { href: `/members/${member}`, name: nameOf(user) }],
      isIndexed: false,
    },
  )
}

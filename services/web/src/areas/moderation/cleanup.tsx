import type { Schemas } from '@agora/client'
import { maybe, must } from '../../api.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { Action, Notice, nameOf } from '../../view/parts.tsx'
import { memberBy, memberPage, problemOfReason, type Reasoned, ReasonForm } from './reason-form.tsx'
import { scopeOf } from './scope.tsx'

type Cleanup = Schemas['ForumCleanup']

const pathOf = (member: string) => ({ params: { path: { user_id: member } } })

export const showCleanup: Reader = (visit, { member = '' }, { reason_text: reason = '' }) =>
  cleanupPage(visit, member, { reason })

export const cleanUp: Writer = async (visit, { member = '' }, form) => {
  const reason = form.text('reason_text')
  const { refusal } = await attempt(
    must(visit.api.POST('/api/v1/forum/users/{user_id}/cleanup', { ...pathOf(member), body: { reason } })),
  )
  if (!refusal) return redirect(`/members/${member}/cleanup`)
  return cleanupPage(visit, member, { reason, problem: problemOfReason(refusal, visit) })
}

export const undoCleanup: Writer = async ({ api }, { member = '' }) => {
  await must(api.DELETE('/api/v1/forum/users/{user_id}/cleanup', pathOf(member)))
  return redirect(`/members/${member}/cleanup?undone=1`)
}

async function cleanupPage(visit: Visit, member: string, given: Reasoned) {
  const { api, words } = visit
  await scopeOf(visit)
  const [user, cleanup] = await Promise.all([
    memberBy(visit, member),
    maybe(api.GET('/api/v1/forum/users/{user_id}/cleanup', pathOf(member))),
  ])
  const isRunning = cleanup !== undefined && !cleanup.is_done
  return memberPage(
    visit,
    user,
    words.cleanup.of(nameOf(user)),
    <>
      <Progress visit={visit} member={member} cleanup={cleanup} />
      {!isRunning && (
        <ReasonForm
          visit={visit}
          member={user.id}
          to="cleanup"
          heading={cleanup && words.cleanup.again}
          meaning={words.cleanup.means}
          hint={words.cleanup.reasonHint}
          isFirst={!cleanup}
          given={given}
          label={words.cleanup.begin}
        />
      )}
    </>,
    { problem: given.problem, scripts: isRunning ? ['cleanup.js'] : [] },
  )
}

interface ProgressProps {
  visit: Visit
  member: string
  /** Undefined if there is none, or none any more. */
  cleanup: Cleanup | undefined
}

/** How far it has come; a script keeps asking while it is under way. */
function Progress({ visit, member, cleanup }: ProgressProps) {
  const { words, query } = visit
  const isUndone = query.has('undone')
  if (!cleanup && !isUndone) return null
  const isDone = cleanup?.is_done ?? true
  const path = `/members/${member}/cleanup`
  return (
    <section class="card narrow" id="progress" data-member={isDone ? undefined : member}>
      <Notice kind={isDone ? 'good' : 'info'}>
        {isUndone && <p>{words.cleanup.undoing}</p>}
        <p>{isDone ? words.cleanup.done : words.cleanup.working}</p>
        {cleanup && <p>{words.cleanup.hidden(cleanup.posts, cleanup.threads)}</p>}
      </Notice>
      <div class="choices">
        {!isDone && (
          <a class="button quiet" href={isUndone ? `${path}?undone=1` : path}>
            {words.cleanup.look}
          </a>
        )}
        {!isUndone && (
          <Action visit={visit} to={`${path}/undo`}>
            {words.cleanup.undo}
          </Action>
        )}
      </div>
    </section>
  )
}

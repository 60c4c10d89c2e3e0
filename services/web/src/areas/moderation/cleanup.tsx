import type { Schemas } from '@agora/client'
import { maybe, must } from '../../api.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { Input, type Problem } from '../../view/fields.tsx'
import { Action, Notice, nameOf } from '../../view/parts.tsx'
import { PostForm, SubmitOr } from '../../view/post-form.tsx'
import { moderationCrumbs, scopeOf } from './scope.tsx'

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
  const problem = problemOf(refusal, visit, { reason: 'reason_text' })
  return cleanupPage(visit, member, { reason, problem })
}

export const undoCleanup: Writer = async ({ api }, { member = '' }) => {
  await must(api.DELETE('/api/v1/forum/users/{user_id}/cleanup', pathOf(member)))
  return redirect(`/members/${member}/cleanup?undone=1`)
}

interface Written {
  reason: string
  problem?: Problem
}

async function cleanupPage(visit: Visit, member: string, { reason, problem }: Written) {
  const { api, words } = visit
  await scopeOf(visit)
  const [user, cleanup] = await Promise.all([
    must(api.GET('/api/v1/users/{user_id}', pathOf(member))),
    maybe(api.GET('/api/v1/forum/users/{user_id}/cleanup', pathOf(member))),
  ])
  const isRunning = cleanup !== undefined && !cleanup.is_done
  return page(
    words.cleanup.of(nameOf(user)),
    <>
      <Progress visit={visit} member={member} cleanup={cleanup} />
      {!isRunning && (
        <PostForm
          visit={visit}
          to={`/members/${member}/cleanup`}
          class="card narrow"
          heading={cleanup && words.cleanup.again}
          problem={problem}
          isDraft
        >
          <p>{words.cleanup.means}</p>
          <Input
            name="reason_text"
            label={words.cleanup.reason}
            hint={words.cleanup.reasonHint}
            value={reason}
            isRequired
            most={2_000}
            isFirst={!cleanup}
          />
          <SubmitOr label={words.cleanup.begin} to={`/members/${member}`} link={words.back} />
        </PostForm>
      )}
    </>,
    {
      problem,
      crumbs: [...moderationCrumbs(visit), { href: `/members/${member}`, name: nameOf(user) }],
      isIndexed: false,
      scripts: isRunning ? ['cleanup.js'] : [],
    },
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

import { must } from '../../api.ts'
import { confirmSelf } from '../../http/confirming.ts'
import { withNext } from '../../http/next.ts'
import { page } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { CurrentPassword, FormProblem, type Problem } from '../../view/fields.tsx'
import { notice } from '../../view/notice.tsx'
import { PostForm, SubmitOr } from '../../view/post-form.tsx'
import { entryForm } from './form.ts'

/** Where a mailed link leads. Opening it changes nothing, since mail scanners open links too. */
export const showVerifyEmail: Reader = (visit) => verifyPage(visit, visit.query.get('token') ?? '')

export const verifyEmail = entryForm({
  act: async (visit, form) => {
    const { api, me, words } = visit
    const token = form.text('token')
    if (!me) return verifyPage(visit, token)
    await confirmSelf(visit, form)
    const path = { user_id: me.id }
    const { target } = await must(
      api.PUT('/api/v1/users/{user_id}/emails', { params: { path }, body: { token } }),
    )
    const { email } = target as { email: string }
    const { done, doneText } = words.entry.verifyEmail
    return notice(done, doneText(email), { href: '/', name: words.toFrontPage })
  },
  show: (visit, { form, problem }) => verifyPage(visit, form.text('token'), problem),
})

/** Names the address and the account before the click, since the link may have come from anybody. */
async function verifyPage(visit: Visit, token: string, problem?: Problem) {
  const { me, words } = visit
  const { verifyEmail: own, confirm } = words.entry
  if (!me) return askToSignIn(visit, token, problem)
  const found = await visit.internal.findEmailVerification(token)
  if (!found)
    return page(
      own.title,
      <div class="card narrow">
        <FormProblem problem={{ text: words.refusals['invalid token'], status: 400 }} />
        <p class="choices">
          <a class="button" href="/account#emails">
            {own.another}
          </a>
          <a href="/">{words.toFrontPage}</a>
        </p>
      </div>,
      { status: problem?.status ?? 400, isIndexed: false },
    )
  return page(
    own.title,
    <PostForm visit={visit} to="/verify-email" class="card narrow" problem={problem}>
      {own.ask(found.email, found.display_name, found.username)}
      <input type="hidden" name="token" value={token} />
      {found.takes_password && <CurrentPassword label={confirm.password} isFirst />}
      <SubmitOr label={own.confirm} to="/" link={own.leave} />
    </PostForm>,
    { problem, isIndexed: false },
  )
}

function askToSignIn({ words }: Visit, token: string, problem: Problem | undefined) {
  const { verifyEmail: own, signIn } = words.entry
  const next = `/verify-email?${new URLSearchParams({ token })}`
  return page(
    own.title,
    <div class="card narrow">
      <FormProblem problem={problem} />
      <p>{own.signIn}</p>
      <p class="choices">
        <a class="button" href={withNext('/sign-in', next)}>
          {signIn.title}
        </a>
      </p>
    </div>,
    { problem, isIndexed: false, headers: { 'cache-control': 'no-store' } },
  )
}

import { must } from '../../api.ts'
import { safeNext, withNext } from '../../http/next.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { CurrentPassword, type Problem } from '../../view/fields.tsx'
import { PostForm, SubmitOr } from '../../view/post-form.tsx'
import { entryForm } from './form.ts'
import { goOn } from './go-on.tsx'

export const showConfirm: Reader = (visit) => confirmPage(visit, safeNext(visit.query.get('next')))

/** Leads on to what needs a recent sign-in. */
export const confirm = entryForm({
  act: async (visit, form) => {
    const next = safeNext(form.text('next'))
    if (!visit.me) return redirect(withNext('/sign-in', next))
    const current_password = form.text('current_password')
    await must(visit.api.PUT('/api/v1/auth/self/confirmation', { body: { current_password } }))
    return goOn(visit, visit.words.entry.goOn, next)
  },
  show: (visit, { form, problem }) => confirmPage(visit, safeNext(form.text('next')), problem),
})

async function confirmPage(visit: Visit, next: string, problem?: Problem) {
  const { me, words } = visit
  const { confirm: own, goOn, verifyEmail } = words.entry
  if (!me) return redirect(withNext('/sign-in', next))
  return page(
    own.title,
    <PostForm visit={visit} to="/confirm" class="card narrow" problem={problem}>
      {own.ask(me.name)}
      <input type="hidden" name="next" value={next} />
      <CurrentPassword label={own.password} isFirst />
      <SubmitOr label={goOn} to="/" link={verifyEmail.leave} />
    </PostForm>,
    { problem, isIndexed: false, scripts: ['passwords.js'] },
  )
}

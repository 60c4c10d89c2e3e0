import { must } from '../../api.ts'
import { safeNext, withNext } from '../../http/next.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { FormProblem, Input, type Problem } from '../../view/fields.tsx'
import { FormToken } from '../../view/parts.tsx'
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
    <form method="post" action="/confirm" class="card narrow">
      {own.ask(me.name)}
      <FormToken visit={visit} />
      <FormProblem problem={problem} />
      <input type="hidden" name="next" value={next} />
      <Input
        name="current_password"
        type="password"
        label={own.password}
        isRequired
        maxLength={1024}
        autocomplete="current-password"
        isFirst
        problem={problem}
      />
      <p class="choices">
        <button>{goOn}</button> <a href="/">{verifyEmail.leave}</a>
      </p>
    </form>,
    { status: problem?.status ?? 200, isIndexed: false, scripts: ['passwords.js'] },
  )
}

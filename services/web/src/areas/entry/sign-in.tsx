import { mustWithCookies } from '../../api.ts'
import { safeNext, withNext } from '../../http/next.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { newNonce } from '../../http/policy.ts'
import type { Visit } from '../../http/visit.ts'
import { FormProblem, Input, type Problem } from '../../view/fields.tsx'
import { FormToken } from '../../view/parts.tsx'
import { Captcha } from './captcha.tsx'
import { entryForm } from './form.ts'

interface Filled {
  next: string
  login?: string
  problem?: Problem
}

export const showSignIn: Reader = (visit) => signInPage(visit, { next: safeNext(visit.query.get('next')) })

export const signIn = entryForm({
  act: async ({ api }, form) => {
    const { cookies } = await mustWithCookies(
      api.PUT('/api/v1/auth/self', {
        body: {
          login: form.text('login'),
          password: form.text('password'),
          'cap-token': form.text('cap-token'),
        },
      }),
    )
    return redirect(safeNext(form.text('next')), cookies)
  },
  show: (visit, { form, problem }) =>
    signInPage(visit, { next: safeNext(form.text('next')), login: form.text('login'), problem }),
})

async function signInPage(visit: Visit, { next, login, problem }: Filled) {
  const { me, words } = visit
  const { signIn: own } = words.entry
  const takesCaptcha = await visit.internal.signInTakesCaptcha(login || undefined)
  return page(
    own.title,
    <form method="post" action="/sign-in" class="card narrow">
      {me && own.signedInAs(me.name, next)}
      <FormToken visit={visit} />
      <FormProblem problem={problem} />
      <input type="hidden" name="next" value={next} />
      <Input
        name="login"
        label={own.login}
        value={login}
        isRequired
        maxLength={320}
        autocomplete="username"
        isVerbatim
        isFirst={!login}
        problem={problem}
      />
      <Input
        name="password"
        type="password"
        label={own.password}
        isRequired
        maxLength={1024}
        autocomplete="current-password"
        isFirst={Boolean(login)}
        problem={problem}
      />
      {takesCaptcha && <Captcha of="login" words={words} />}
      <p class="choices">
        <button>{own.title}</button> <a href={withNext('/register', next)}>{own.register}</a>{' '}
        <a href="/forgot-password">{own.forgot}</a>
      </p>
    </form>,
    {
      status: problem?.status ?? 200,
      isIndexed: false,
      captchaNonce: takesCaptcha ? newNonce() : undefined,
    },
  )
}

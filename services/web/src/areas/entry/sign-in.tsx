import { ApiRefusal, mustWithCookies } from '../../api.ts'
import type { Form } from '../../http/form.ts'
import { safeNext, withNext } from '../../http/next.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { newNonce } from '../../http/policy.ts'
import type { Login } from '../../http/sealed-logins.ts'
import type { Visit } from '../../http/visit.ts'
import { CurrentPassword, Input, type Problem } from '../../view/fields.tsx'
import { Passkey } from '../../view/passkey.tsx'
import { PostForm, SubmitOr } from '../../view/post-form.tsx'
import { momentInWords } from '../../words/times.ts'
import { Captcha } from './captcha.tsx'
import { entryForm } from './form.ts'

interface Filled {
  next: string
  login?: string
  problem?: Problem
}

export const showSignIn: Reader = (visit) => signInPage(visit, { next: safeNext(visit.query.get('next')) })

/** The login and the password: of this form, or of the step before it, which the form carries. */
const loginIn = ({ logins }: Visit, form: Form): Login =>
  logins.open(form.text('held')) ?? { login: form.text('login'), password: form.text('password') }

export const signIn = entryForm({
  fields: { 'invalid second factor': 'code' },
  act: async (visit, form) => {
    const login = loginIn(visit, form)
    const next = safeNext(form.text('next'))
    const code = form.optional('code')
    const body = { ...login, 'cap-token': form.text('cap-token'), ...(code && { code }) }
    try {
      const { cookies } = await mustWithCookies(visit.api.PUT('/api/v1/auth/self', { body }))
      return redirect(next, cookies)
    } catch (error) {
      if (error instanceof ApiRefusal && error.message === 'second factor is required')
        return factorPage(visit, { next, login })
      const problem = await banOf(visit, { ...login, 'cap-token': body['cap-token'] }, error)
      if (!problem) throw error
      return signInPage(visit, { next, login: login.login, problem })
    }
  },
  show: (visit, { form, problem }) => {
    const next = safeNext(form.text('next'))
    const login = loginIn(visit, form)
    // The step is kept for what another code, or a solved captcha, may mend.
    return form.has('held') && login.login !== '' && problem.field !== 'login' && problem.status !== 422
      ? factorPage(visit, { next, login, problem })
      : signInPage(visit, { next, login: login.login, problem })
  },
})

/** Why and until when the account is banned, if that is why it was refused and can be told. */
async function banOf(
  visit: Visit,
  body: Login & { 'cap-token': string },
  error: unknown,
): Promise<Problem | undefined> {
  if (!(error instanceof ApiRefusal) || error.message !== 'account is banned') return undefined
  const { data: ban } = await visit.api.POST('/api/v1/auth/ban', { body })
  if (!ban) return undefined
  const { banned } = visit.words.entry.signIn
  const until = ban.expires_at === null ? undefined : momentInWords(visit, ban.expires_at)
  return { status: error.status, text: banned(ban.reason, until, visit.config.site.contact) }
}

async function signInPage(visit: Visit, { next, login, problem }: Filled) {
  const { me, words } = visit
  const { signIn: own } = words.entry
  const takesCaptcha = await visit.internal.signInTakesCaptcha(login || undefined)
  return page(
    own.title,
    <PostForm visit={visit} to="/sign-in" class="card narrow" problem={problem}>
      {me && own.signedInAs(me.name, next)}
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
      />
      <CurrentPassword name="password" label={own.password} isFirst={Boolean(login)} />
      {takesCaptcha && <Captcha of="login" words={words} />}
      <p class="choices">
        <button>{own.title}</button> <a href={withNext('/register', next)}>{own.register}</a>{' '}
        <a href="/forgot-password">{own.forgot}</a>
      </p>
      <Passkey words={words} act="sign-in" label={words.factors.usePasskey} next={next} />
    </PostForm>,
    {
      problem,
      isIndexed: false,
      scripts: ['passkeys.js', 'passwords.js'],
      captchaNonce: takesCaptcha ? newNonce() : undefined,
    },
  )
}

interface Step {
  next: string
  login: Login
  problem?: Problem
}

/** The second step of signing in, where the password was right. */
async function factorPage(visit: Visit, { next, login, problem }: Step) {
  const { words } = visit
  const { step } = words.factors
  const takesCaptcha = await visit.internal.signInTakesCaptcha(login.login)
  return page(
    step.title,
    <PostForm visit={visit} to="/sign-in" class="card narrow" problem={problem}>
      <p>{step.about}</p>
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="held" value={visit.logins.seal(login)} />
      <Input
        name="code"
        label={words.factors.code}
        isRequired
        maxLength={64}
        autocomplete="one-time-code"
        isVerbatim
        isFirst
      />
      {takesCaptcha && <Captcha of="login" words={words} />}
      <SubmitOr label={words.entry.signIn.title} to={withNext('/sign-in', next)} link={step.restart} />
      <Passkey words={words} act="sign-in" label={words.factors.usePasskey} next={next} />
    </PostForm>,
    {
      problem,
      isIndexed: false,
      scripts: ['passkeys.js'],
      captchaNonce: takesCaptcha ? newNonce() : undefined,
      headers: { 'cache-control': 'no-store' },
    },
  )
}

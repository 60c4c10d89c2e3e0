import { EmailAddress } from '@agora/shared/contracts/email-address'
import { ajv } from '@agora/shared/http/validation'
import { ApiRefusal, askFor, clientOf, must, mustWithCookies } from '../../api.ts'
import { type Form, usernameIn } from '../../http/form.ts'
import { safeNext, withNext } from '../../http/next.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { newNonce } from '../../http/policy.ts'
import type { Visit } from '../../http/visit.ts'
import { Input, NewPassword } from '../../view/fields.tsx'
import { PostForm, SubmitOr } from '../../view/post-form.tsx'
import type { Words } from '../../words/words.ts'
import { Admission, admissionFor, admissionIn, refusedPage } from './admission.tsx'
import { Captcha } from './captcha.tsx'
import { entryForm, type Sent } from './form.ts'

/** More than 64 letters with their marks have. */
const MAX_OF_A_NAME = 512

export const showRegister: Reader = (visit) => registerPage(visit, safeNext(visit.query.get('next')))

export const register = entryForm({
  act: async (visit, form) => {
    const email = form.text('email').trim()
    if (email !== '' && !ajv.validate(EmailAddress, email))
      throw new ApiRefusal(422, 'invalid `email`: is no address')
    const { data, cookies } = await mustWithCookies(
      visit.api.POST('/api/v1/users', {
        body: {
          username: usernameIn(form, 'username'),
          display_name: form.text('display_name'),
          password: passwordIn(visit, form),
          'cap-token': form.text('cap-token'),
          ...admissionIn(form),
        },
      }),
    )
    const next = safeNext(form.text('next'))
    if (email === '') return redirect(next, cookies)
    await askToVerify(visit, data.id, email, cookies)
    return redirect(withNext('/welcome', next), cookies)
  },
  show: (visit, sent) => registerPage(visit, safeNext(sent.form.text('next')), sent),
  fields: {
    'username already in use': 'username',
    accepted_rules: 'rules',
    'rules have changed': 'rules',
  },
})

/** In the session that has just been opened. The account is made whether or not its mail can be requested. */
async function askToVerify(
  { gateway, request }: Visit,
  user_id: string,
  email: string,
  cookies: readonly string[],
) {
  const session = cookies.map((cookie) => cookie.split(';', 1)[0]).at(-1)
  const api = clientOf(askFor(gateway, request, session))
  await must(
    api.POST('/api/v1/users/{user_id}/emails', { params: { path: { user_id } }, body: { email } }),
  ).catch((error) =>
    request.log.error({ err: error, user: user_id }, 'a new account’s address is not asked to be confirmed'),
  )
}

/** The password of this form, or of the one before it, which the form carries. */
const passwordIn = ({ logins }: Visit, form: Form): string =>
  form.text('password') || (logins.open(form.text('held'))?.password ?? '')

/** Whether another captcha has to be solved: this one was refused, or is spent, or may be. */
const isCheckOver = ({ status, spendsCaptcha }: ApiRefusal): boolean =>
  spendsCaptcha || status === 401 || status === 403 || status >= 500

/** What is not asked for again, since it was right, or not looked at: the password and the solved captcha. */
function keptOf(visit: Visit, { form, problem, refusal }: Sent) {
  if (problem.text === visit.words.entry.staleForm) return {}
  const password = problem.field === 'password' ? '' : passwordIn(visit, form)
  const token = refusal === undefined || isCheckOver(refusal) ? '' : form.text('cap-token')
  return {
    // A script that sends the form leaves the password where it was typed.
    ...(password === '' || form.has('in-place')
      ? {}
      : { sealed: visit.logins.seal({ login: '', password }) }),
    ...(token === '' ? {} : { token }),
  }
}

async function registerPage(visit: Visit, next: string, sent?: Sent) {
  const { form, problem } = sent ?? {}
  const { words, api } = visit
  const { register: own, captcha: check } = words.entry
  const admission = await admissionFor(visit, { form, problem })
  if (admission.isRefused) return refusedPage(visit, admission.text)
  const { captcha } = await must(api.GET('/api/v1/config'))
  const { sealed, token } = sent ? keptOf(visit, sent) : {}
  const takesCaptcha = captcha.enabled && token === undefined
  return page(
    own.title,
    <PostForm
      visit={visit}
      to="/register"
      class="card narrow"
      data-in-place={withNext('/welcome', next)}
      problem={problem}
    >
      <input type="hidden" name="next" value={next} />
      <Account words={words} form={form} isPasswordKept={sealed !== undefined} />
      <Admission visit={visit} admission={admission} />
      {sealed !== undefined && <input type="hidden" name="held" value={sealed} />}
      {sent?.refusal?.spendsCaptcha && <p class="meta">{check.again}</p>}
      {takesCaptcha && <Captcha of="register" words={words} />}
      {token !== undefined && (
        <>
          <input type="hidden" name="cap-token" value={token} />
          <p class="meta">{check.kept}</p>
        </>
      )}
      <SubmitOr label={own.title} to={withNext('/sign-in', next)} link={own.memberAlready} />
    </PostForm>,
    {
      problem,
      isIndexed: false,
      scripts: ['register.js', 'passwords.js'],
      captchaNonce: takesCaptcha ? newNonce() : undefined,
      ...(sealed === undefined ? {} : { headers: { 'cache-control': 'no-store' } }),
    },
  )
}

interface AccountProps {
  words: Words
  form: Form | undefined
  /** Whether the form carries the password of the one before it. */
  isPasswordKept: boolean
}

function Account({ words, form, isPasswordKept }: AccountProps) {
  const { register: own, signIn } = words.entry
  return (
    <>
      <Input
        name="username"
        label={own.username}
        hint={own.usernameHint}
        value={form?.text('username')}
        isRequired
        pattern="\s*[A-Za-z_][A-Za-z0-9_]{1,31}\s*"
        title={words.entry.fields.username}
        maxLength={32}
        autocomplete="username"
        isVerbatim
        isFirst={form === undefined}
      />
      <Input
        name="display_name"
        label={own.displayName}
        hint={own.displayNameHint}
        value={form?.text('display_name')}
        isRequired
        minLength={2}
        maxLength={MAX_OF_A_NAME}
        autocomplete="nickname"
        isVerbatim
      />
      <NewPassword
        label={signIn.password}
        hint={isPasswordKept ? own.passwordKept : own.passwordHint}
        isRequired={!isPasswordKept}
        isFirst={form !== undefined && !isPasswordKept}
      />
      <Input
        name="email"
        type="email"
        label={own.email}
        hint={own.emailHint}
        value={form?.text('email')}
        maxLength={254}
        autocomplete="email"
        isVerbatim
      />
    </>
  )
}

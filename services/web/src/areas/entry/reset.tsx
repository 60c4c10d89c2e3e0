import { ApiRefusal, must } from '../../api.ts'
import type { Outcome } from '../../http/outcome.ts'
import { page } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { Input, NewPassword, type Problem } from '../../view/fields.tsx'
import { notice } from '../../view/notice.tsx'
import { PostForm, SubmitOr } from '../../view/post-form.tsx'
import { entryForm } from './form.ts'

/** Where a member who cannot sign in asks for a mail. */
export const showForgot: Reader = async (visit) => forgotPage(visit)

export const forgot = entryForm({
  act: async ({ api, words }, form) => {
    const email = form.text('email').trim()
    await must(api.POST('/api/v1/auth/password-reset', { body: { email } }))
    const { reset } = words.entry
    const headers = { 'cache-control': 'no-store' }
    return notice(reset.sent, reset.sentText(email), { href: '/sign-in', name: reset.toSignIn }, { headers })
  },
  show: async (visit, { form, problem }) => forgotPage(visit, form.text('email'), problem),
})

function forgotPage(visit: Visit, email?: string, problem?: Problem) {
  const { reset: own } = visit.words.entry
  return page(
    own.forgot,
    <PostForm visit={visit} to="/forgot-password" class="card narrow" problem={problem}>
      <Input
        name="email"
        label={own.email}
        hint={own.emailHint}
        value={email}
        isRequired
        maxLength={254}
        autocomplete="email"
        isVerbatim
        isFirst
      />
      <SubmitOr label={own.send} to="/sign-in" link={own.remembered} />
    </PostForm>,
    { problem, isIndexed: false },
  )
}

/** Where the mail's link leads. */
export const showReset: Reader = async (visit) => {
  const token = visit.query.get('token') ?? ''
  return (await visit.internal.isResetToken(token)) ? resetPage(visit, token) : uselessPage(visit)
}

export const reset = entryForm({
  act: async (visit, form): Promise<Outcome> => {
    const { reset: own, signIn } = visit.words.entry
    const body = { token: form.text('token'), password: form.text('password') }
    try {
      await must(visit.api.PUT('/api/v1/auth/password-reset', { body }))
    } catch (error) {
      if (error instanceof ApiRefusal && error.status === 400) return uselessPage(visit)
      throw error
    }
    const toSignIn = { href: '/sign-in', name: signIn.title, isButton: true }
    return notice(own.done, own.doneText, toSignIn, { headers: { 'cache-control': 'no-store' } })
  },
  show: async (visit, { form, problem }) => resetPage(visit, form.text('token'), problem),
})

function resetPage(visit: Visit, token: string, problem?: Problem) {
  const { reset: own } = visit.words.entry
  return page(
    own.choose,
    <PostForm visit={visit} to="/reset-password" class="card narrow" problem={problem}>
      <input type="hidden" name="token" value={token} />
      <NewPassword label={own.newPassword} hint={own.newPasswordHint} isFirst />
      <p class="choices">
        <button>{own.set}</button>
      </p>
    </PostForm>,
    { problem, isIndexed: false, scripts: ['passwords.js'] },
  )
}

function uselessPage({ words: { entry } }: Visit) {
  const another = { href: '/forgot-password', name: entry.reset.another, isButton: true }
  return notice(entry.reset.useless, entry.reset.uselessText, another, { status: 400 })
}

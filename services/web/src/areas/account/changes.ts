import { must, mustWithCookies } from '../../api.ts'
import { confirmSelf } from '../../http/confirming.ts'
import { leaveTo } from '../../http/outcome.ts'
import type { Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import { accountPage } from './account.tsx'
import { changing } from './changing.ts'
import { keepMailLanguage, keepZone } from './mail-language.ts'

export const changeName = changing('name', ({ api }, path, form) =>
  must(
    api.PATCH('/api/v1/users/{user_id}', {
      params: { path },
      body: { display_name: form.text('display_name') },
    }),
  ),
)

export const changePassword = changing('password', ({ api }, path, form) =>
  must(
    api.PATCH('/api/v1/users/{user_id}', {
      params: { path },
      body: { password: form.text('password'), current_password: form.text('current_password') },
    }),
  ),
)

export const addEmail = changing('emails', async (visit, path, form) => {
  await confirmSelf(visit, form)
  await must(
    visit.api.POST('/api/v1/users/{user_id}/emails', {
      params: { path },
      body: { email: form.text('email').trim() },
    }),
  )
})

export const removeLink = changing('links', async (visit, path, form, { link = '' }) => {
  await confirmSelf(visit, form)
  await must(
    visit.api.DELETE('/api/v1/users/{user_id}/user-links/{user_link_id}', {
      params: { path: { ...path, user_link_id: link } },
    }),
  )
})

export const endSession = changing('sessions', ({ api }, path, _form, { session = '' }) =>
  must(
    api.DELETE('/api/v1/users/{user_id}/sessions/{session_id}', {
      params: { path: { ...path, session_id: session } },
    }),
  ),
)

export const endOthers = changing('sessions', ({ api }, path) =>
  must(api.DELETE('/api/v1/users/{user_id}/sessions', { params: { path } })),
)

export const endGrant = changing('grants', ({ api }, path, _form, { client = '' }) =>
  must(
    api.DELETE('/api/v1/users/{user_id}/grants/{client_id}', {
      params: { path: { ...path, client_id: client } },
    }),
  ),
)

export const changeVisibility = changing('accounts', ({ api }, path, form, { app = '' }) =>
  must(
    api.PATCH('/api/v1/users/{user_id}/accounts/{app_id}', {
      params: { path: { ...path, app_id: app } },
      body: { visibility: form.text('visibility') === 'Private' ? 'Private' : 'Public' },
    }),
  ),
)

export const unlinkAccount = changing('accounts', ({ api }, path, _form, { app = '' }) =>
  must(
    api.DELETE('/api/v1/apps/{app_id}/accounts/{user_id}', { params: { path: { ...path, app_id: app } } }),
  ),
)

export const saveSettings = changing('notifications', async (visit, _path, form) => {
  const email = form.text('email_digest')
  const saved = await must(
    visit.api.PATCH('/api/v1/notifications/settings', {
      body: {
        auto_watch: form.has('auto_watch'),
        email: email === 'Daily' || email === 'Weekly' ? email : 'Never',
        reports: form.has('reports') ? 'Live' : 'Never',
      },
    }),
  )
  // Who asks for mails on a page reads them in its language.
  if (email !== 'Never') await Promise.all([keepMailLanguage(visit, visit.locale), keepZone(visit)])
  return saved
})

const passwordAs = (field: string) => ({ current_password: field, 'invalid current password': field })

export const askForExport = changing(
  'export',
  ({ api }, path, form) =>
    must(
      api.POST('/api/v1/users/{user_id}/export', {
        params: { path },
        body: { current_password: form.text('export_password') },
      }),
    ),
  passwordAs('export_password'),
)

/** Leads to a page that says what happened, as a guest. */
export const deleteAccount: Writer = async (visit, _params, form) => {
  const { refusal, value } = await attempt(
    mustWithCookies(
      visit.api.DELETE('/api/v1/users/{user_id}', {
        params: { path: { user_id: visit.me?.id ?? '' } },
        body: { current_password: form.text('deletion_password') },
      }),
    ),
  )
  if (!refusal) return leaveTo('/account-deleted', value.cookies)
  const problem = problemOf(refusal, visit, passwordAs('deletion_password'))
  return accountPage(visit, { part: 'deletion', form, params: {}, problem })
}

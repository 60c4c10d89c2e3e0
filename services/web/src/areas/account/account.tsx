import { ApiRefusal, maybe, must } from '../../api.ts'
import type { Form } from '../../http/form.ts'
import { page } from '../../http/outcome.ts'
import type { Params, Reader, Texts } from '../../http/pages.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { accountsOf } from '../../view/accounts.tsx'
import { Check, FormProblem, Input, type Problem, Select } from '../../view/fields.tsx'
import { FormToken, Notice, Paging } from '../../view/parts.tsx'
import type { Words } from '../../words/words.ts'
import { Accounts } from './accounts.tsx'
import { hasAvatar, OwnAvatar } from './avatar.tsx'
import { Emails, Grants, Sessions } from './holdings.tsx'
import { OwnData } from './own-data.tsx'
import { OwnProfile, saidBy, saidIn } from './profile.tsx'

/** The part of the page that a form is about. */
export type Part =
  | 'name'
  | 'avatar'
  | 'profile'
  | 'password'
  | 'emails'
  | 'links'
  | 'sessions'
  | 'grants'
  | 'accounts'
  | 'notifications'
  | 'export'
  | 'deletion'

/** A form of the page that is shown again. */
export interface Returned {
  part: Part
  form: Form
  params: Params
  /** Why it was refused. */
  problem?: Problem
  /** How its text would be shown. */
  preview?: string
}

/** The newest sessions that are shown; more are few, and one form ends all of them. */
const SESSIONS = 50
const GRANTS = 25

export const showAccount: Reader = (visit, _params, kept) => accountPage(visit, undefined, kept)

export async function accountPage(visit: Visit, returned?: Returned, kept: Texts = {}) {
  const { api, me, words, query } = visit
  if (!me) throw new ApiRefusal(401, 'authentication required')
  const path = { user_id: me.id }
  const current = pageNumber(query)
  const [user, links, pending, refusedEmails, sessions, grants, settings, accounts, isChosen, profile] =
    await Promise.all([
      must(api.GET('/api/v1/users/{user_id}', { params: { path } })),
      must(api.GET('/api/v1/users/{user_id}/user-links', { params: { path } })),
      visit.internal.listPendingEmails(),
      must(api.GET('/api/v1/users/{user_id}/refused-emails', { params: { path } })),
      must(api.GET('/api/v1/users/{user_id}/sessions', { params: { path, query: { limit: SESSIONS } } })),
      must(
        api.GET('/api/v1/users/{user_id}/grants', {
          params: { path, query: { offset: (current - 1) * GRANTS, limit: GRANTS } },
        }),
      ),
      maybe(api.GET('/api/v1/notifications/settings')),
      accountsOf(visit, me.id),
      hasAvatar(visit),
      maybe(api.GET('/api/v1/forum/users/{user_id}/profile', { params: { path } })),
    ])
  const saved = query.get('saved')
  const problemIn = (part: Part) => (returned?.part === part ? returned.problem : undefined)
  return page(
    words.account.title,
    <>
      {saved !== null && (
        <Notice kind="good">
          <p>{savedWords(saved, words)}</p>
        </Notice>
      )}
      <form method="post" action="/account/name" class="card">
        <h2>{words.account.name}</h2>
        <FormToken visit={visit} />
        <FormProblem problem={problemIn('name')} />
        <Input
          name="display_name"
          label={words.account.displayName}
          hint={words.account.signsInWith(user.username ?? '')}
          value={returned?.part === 'name' ? returned.form.text('display_name') : me.name}
          isRequired
          maxLength={512}
          autocomplete="nickname"
          problem={problemIn('name')}
        />
        <button>{words.compose.save}</button>
      </form>
      {isChosen !== undefined && (
        <OwnAvatar visit={visit} id={me.id} isChosen={isChosen} problem={problemIn('avatar')} />
      )}
      {profile && (
        <OwnProfile
          visit={visit}
          said={returned?.part === 'profile' ? saidIn(returned.form) : { ...saidBy(profile), ...kept }}
          preview={returned?.preview}
          problem={problemIn('profile')}
        />
      )}
      <Emails
        visit={visit}
        links={links}
        pending={pending}
        refused={refusedEmails}
        problem={problemIn('emails')}
        value={returned?.form.text('email')}
        removal={problemIn('links')}
        removed={returned?.params.link}
      />
      <form method="post" action="/account/password" class="card" id="password-form">
        <h2>{words.account.password}</h2>
        <FormToken visit={visit} />
        <FormProblem problem={problemIn('password')} />
        <Input
          name="current_password"
          type="password"
          label={words.account.currentPassword}
          isRequired
          autocomplete="current-password"
          problem={problemIn('password')}
        />
        <Input
          name="password"
          type="password"
          label={words.account.newPassword}
          hint={words.account.passwordHint}
          isRequired
          autocomplete="new-password"
          problem={problemIn('password')}
        />
        <button>{words.account.changePassword}</button>
      </form>
      <p>
        <a href="/account/factors">{words.account.factors}</a>
      </p>
      {settings && (
        <form method="post" action="/account/notifications" class="card" id="notifications">
          <h2>{words.notifications.title}</h2>
          <FormToken visit={visit} />
          <FormProblem problem={problemIn('notifications')} />
          <p class="check">
            <input type="checkbox" id="auto_watch" name="auto_watch" checked={settings.auto_watch} />
            <label for="auto_watch">{words.account.autoWatch}</label>
          </p>
          <Select
            name="email_digest"
            label={words.account.digest}
            value={settings.email}
            options={(['Never', 'Daily', 'Weekly'] as const).map((one) => [one, words.account.digests[one]])}
          />
          {settings.reports !== undefined && (
            <Check name="reports" label={words.account.reports} isChecked={settings.reports === 'Live'} />
          )}
          <button>{words.compose.save}</button>
        </form>
      )}
      <p>
        <a href="/sanctions">{words.sanctions.own}</a>
      </p>
      <Sessions visit={visit} sessions={sessions.items} />
      <Grants visit={visit} grants={grants.items}>
        <Paging visit={visit} path="/account" count={grants.count} size={GRANTS} current={current} />
      </Grants>
      <Accounts visit={visit} accounts={accounts} />
      <OwnData visit={visit} exporting={problemIn('export')} deleting={problemIn('deletion')} />
    </>,
    {
      status: returned?.problem?.status ?? 200,
      crumbs: [{ href: '/', name: words.nav.home }],
      isIndexed: false,
      scripts: saved === 'avatar' ? ['avatar.js', 'passwords.js'] : ['passwords.js'],
    },
  )
}

function savedWords(part: string, { account }: Words): string {
  if (part === 'emails') return account.mailed
  return part === 'export' ? account.exporting : account.saved
}

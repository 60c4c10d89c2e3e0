import type { Schemas } from '@agora/client'
import { newId } from '@agora/shared/contracts/ids'
import { ApiRefusal, maybe, must } from '../../api.ts'
import { confirmSelf } from '../../http/confirming.ts'
import { usernameIn } from '../../http/form.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { FormProblem, Input, PasswordAgain, type Problem } from '../../view/fields.tsx'
import { type FormValues, isChanged, OriginalValues, originalsIn } from '../../view/original-values.tsx'
import { Action, Day, Done, Dots, Rows } from '../../view/parts.tsx'
import { PostForm } from '../../view/post-form.tsx'
import { HistoryCard, historyOf } from '../moderation/member-history.tsx'
import { AcceptedRules } from './accepted-rules.tsx'
import { administrationPage } from './frame.tsx'
import { MemberPower } from './member-power.tsx'
import { memberPath } from './places.ts'

/** Why a form of the page was refused, and what was entered. */
interface Refused {
  part: 'names' | 'mails' | 'administrator' | 'password' | 'erase'
  problem: Problem
  displayName?: string
  username?: string
  originals?: FormValues
}

export const showMemberAccount: Reader = (visit, { member = '' }) => memberPage(visit, member)

export const renameMember: Writer = async (visit, { member: id = '' }, form) => {
  const { api } = visit
  const names = { displayName: form.text('display_name').trim(), username: usernameIn(form, 'new_username') }
  const password = form.optional('current_password')
  const rename = () =>
    must(
      api.PATCH('/api/v1/users/{user_id}', {
        params: { path: { user_id: id } },
        body: {
          // One's own username asks for it, too.
          ...(password === undefined ? {} : { current_password: password }),
          ...(isChanged(form, 'display_name') ? { display_name: names.displayName } : {}),
          ...(isChanged(form, 'new_username') ? { username: names.username } : {}),
        },
      }),
    )
  const { refusal } = await attempt(confirmSelf(visit, form).then(rename))
  if (!refusal) return redirect(`${memberPath(id)}?done=names`)
  const fields = { 'username already in use': 'new_username', username: 'new_username' }
  const problem = problemOf(refusal, visit, fields)
  return memberPage(visit, id, { part: 'names', ...names, originals: originalsIn(form), problem })
}

/** The mails of an account that can be resent until what they ask for is done. */
const kinds = ['VerifyEmail', 'ResetPassword'] as const

export const resendMail: Writer = async (visit, { member: id = '' }, form) => {
  const { api, words } = visit
  const kind = kinds.find((one) => one === form.text('kind')) ?? 'VerifyEmail'
  const { error, response } = await api.POST('/api/v1/users/{user_id}/emails/resend', {
    params: { path: { user_id: id } },
    body: { kind, idempotency_key: form.key() },
  })
  if (response.ok) return redirect(`${memberPath(id)}?done=mails`)
  const refusal = new ApiRefusal(response.status, error?.error ?? '', {
    retryAfter: response.headers.get('retry-after'),
  })
  if (refusal.message === 'no mail to resend') {
    const problem = { status: 404, text: words.administration.members.nothingToResend }
    return memberPage(visit, id, { part: 'mails', problem })
  }
  throw refusal
}

export const endSessions: Writer = async ({ api }, { member: id = '' }) => {
  await must(api.DELETE('/api/v1/users/{user_id}/sessions', { params: { path: { user_id: id } } }))
  return redirect(`${memberPath(id)}?done=sessions`)
}

export async function memberPage(visit: Visit, id: string, refused?: Refused) {
  const { api, words, query } = visit
  const { members: own } = words.administration
  const path = { user_id: id }
  const [user, links, sessions, accepted, history] = await Promise.all([
    must(api.GET('/api/v1/users/{user_id}', { params: { path } })),
    must(api.GET('/api/v1/users/{user_id}/user-links', { params: { path } })),
    must(api.GET('/api/v1/users/{user_id}/sessions', { params: { path, query: { limit: 1 } } })),
    maybe(api.GET('/api/v1/users/{user_id}/accepted-rules', { params: { path } })),
    historyOf(visit, id),
  ])
  const name = user.display_name.current.value
  const problemIn = (part: Refused['part']) => (refused?.part === part ? refused.problem : undefined)
  return administrationPage(
    visit,
    name,
    <>
      {query.has('done') && <Done>{query.get('done') === 'mails' ? own.resent : words.account.saved}</Done>}
      <p class="meta facts">
        <Dots>
          {user.is_administrator && <span class="badge">{words.roles.Administrator}</span>}
          <>
            {words.member.since} <Day visit={visit} time={user.created_at} />
          </>
          {own.sessions(sessions.count)}
          <a href={`/members/${user.id}`}>{own.profile}</a>
        </Dots>
      </p>
      <div class="beside">
        <div>
          {history && <HistoryCard visit={visit} user={user} history={history} />}
          <PostForm
            visit={visit}
            to={`${memberPath(user.id)}/names`}
            heading={own.names}
            problem={problemIn('names')}
          >
            <OriginalValues
              values={refused?.originals ?? { display_name: name, new_username: user.username ?? '' }}
            />
            <Input
              name="display_name"
              label={words.account.displayName}
              value={refused?.displayName ?? name}
              isRequired
              maxLength={64}
            />
            <Input
              name="new_username"
              label={words.fields.username}
              hint={words.roleGrants.hint}
              value={refused?.username ?? user.username}
              isRequired
              maxLength={32}
            />
            <PasswordAgain words={words} />
            <button>{words.compose.save}</button>
          </PostForm>
          {user.id !== visit.me?.id && <MemberPower visit={visit} user={user} problemIn={problemIn} />}
        </div>
        <aside>
          <Mails visit={visit} id={user.id} links={links} problem={problemIn('mails')} />
          {sessions.count > 0 && user.id !== visit.me?.id && (
            <section class="card">
              <h2>{own.signedIn}</h2>
              <Action visit={visit} to={`${memberPath(user.id)}/sessions/end`}>
                {own.endSessions}
              </Action>
            </section>
          )}
          <AcceptedRules visit={visit} rules={accepted?.rules} />
        </aside>
      </div>
    </>,
    {
      problem: refused?.problem,
      crumbs: [{ href: '/administration/members', name: own.title }],
    },
  )
}

interface MailsProps {
  visit: Visit
  id: string
  links: readonly Schemas['UserLink'][]
  problem: Problem | undefined
}

function Mails({ visit, id, links, problem }: MailsProps) {
  const { members: own } = visit.words.administration
  const addresses = links.flatMap(({ target }) => {
    const { email } = target as { email?: string }
    return email === undefined ? [] : [email]
  })
  return (
    <section class="card">
      <h2>{own.mails}</h2>
      <Rows items={addresses} none={own.noAddress} class="people">
        {(address) => (
          <li>
            <bdi>{address}</bdi>
          </li>
        )}
      </Rows>
      <FormProblem problem={problem} />
      <p class="hint">{own.resendHint}</p>
      <div class="choices">
        {kinds.map((kind) => (
          <Action visit={visit} to={`${memberPath(id)}/resend`} fields={{ kind, key: newId() }}>
            {own.resend[kind]}
          </Action>
        ))}
      </div>
    </section>
  )
}

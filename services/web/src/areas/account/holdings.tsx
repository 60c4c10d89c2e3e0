import type { Schemas } from '@agora/client'
import type { PendingEmails } from '@agora/shared/contracts/internal-pages'
import type { Child } from 'hono/jsx'
import type { Visit } from '../../http/visit.ts'
import { Input, PasswordAgain, type Problem } from '../../view/fields.tsx'
import { Action, Empty, Meta, Moment, Notice, Time } from '../../view/parts.tsx'
import { PostForm } from '../../view/post-form.tsx'

interface EmailsProps {
  visit: Visit
  links: readonly Schemas['UserLink'][]
  /** Those that wait to be confirmed. */
  pending: PendingEmails
  /** Those at which nobody gets mails. */
  refused: readonly Schemas['RefusedEmail'][]
  problem?: Problem | undefined
  value?: string | undefined
  /** Why a link could not be removed, and which. */
  removal?: Problem | undefined
  removed?: string | undefined
}

/** A link's target, in a word. */
const targetOf = ({ target }: Schemas['UserLink']): string => {
  const { email, user } = target as { email?: string; user?: { display_name?: string; id: string } }
  return email ?? user?.display_name ?? user?.id ?? ''
}

export const Emails = ({ visit, links, pending, refused, problem, value, removal, removed }: EmailsProps) => (
  <section class="card" id="emails">
    <h2>{visit.words.account.emails}</h2>
    {refused.map(({ email, time, answer }) => (
      <Notice kind="alarm">
        <p>
          {visit.words.account.emailRefused} <bdi>{email}</bdi> · <Time visit={visit} time={time} />
        </p>
        <p class="said">{answer}</p>
        <p>{visit.words.account.emailAgain}</p>
      </Notice>
    ))}
    {links.length > 0 && (
      <ul class="people">
        {links.map((link) => (
          <li>
            <bdi>{targetOf(link)}</bdi>
            {removal && link.id === removed ? (
              <PostForm
                visit={visit}
                to={`/account/links/${link.id}/remove`}
                class="inline-form"
                problem={removal}
              >
                <PasswordAgain words={visit.words} scope="removal" />
                <button class="quiet">{visit.words.account.remove}</button>
              </PostForm>
            ) : (
              <Action visit={visit} to={`/account/links/${link.id}/remove`}>
                {visit.words.account.remove}
              </Action>
            )}
          </li>
        ))}
      </ul>
    )}
    <Pending visit={visit} pending={pending} />
    <PostForm visit={visit} to="/account/emails" class="inline-form" problem={problem}>
      <Input
        name="email"
        type="email"
        label={visit.words.account.newEmail}
        hint={visit.words.account.emailHint}
        value={value}
        isRequired
        autocomplete="email"
      />
      <PasswordAgain words={visit.words} scope="emails" />
      <button class="quiet">{visit.words.account.addEmail}</button>
    </PostForm>
  </section>
)

/** The addresses whose link was not followed yet. */
const Pending = ({ visit, pending }: Pick<EmailsProps, 'visit' | 'pending'>) => {
  const { account } = visit.words
  if (pending.length === 0) return null
  return (
    <ul class="people">
      {pending.map(({ email, until }) => (
        <li>
          <div>
            <bdi>{email}</bdi> <span class="badge">{account.unconfirmed}</span>
            <p class="meta">
              {until === null ? (
                account.mailUnderWay
              ) : (
                <>
                  {account.linkWorksUntil} <Moment visit={visit} time={until} />
                </>
              )}
            </p>
          </div>
          <Action visit={visit} to="/account/emails" fields={{ email }}>
            {account.resend}
          </Action>
        </li>
      ))}
    </ul>
  )
}

export function Sessions({ visit, sessions }: { visit: Visit; sessions: readonly Schemas['Session'][] }) {
  const { words } = visit
  return (
    <section class="card">
      <h2>{words.account.sessions}</h2>
      <ul class="people">
        {sessions.map(({ id, user_agent: agent, address, last_seen_at, is_current: isCurrent }) => (
          <li>
            <div>
              <bdi>{agent ?? words.account.unknownBrowser}</bdi>
              <Meta>
                {isCurrent && <span class="badge strong">{words.account.thisOne}</span>}
                {address}
                <Time visit={visit} time={last_seen_at} />
              </Meta>
            </div>
            {!isCurrent && (
              <Action visit={visit} to={`/account/sessions/${id}/end`}>
                {words.account.end}
              </Action>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Action visit={visit} to="/account/sessions/end">
          {words.account.endOthers}
        </Action>
      )}
    </section>
  )
}

interface GrantsProps {
  visit: Visit
  grants: readonly Schemas['OauthGrant'][]
  /** The links to the other pages of the list. */
  children: Child
}

export function Grants({ visit, grants, children }: GrantsProps) {
  const { words } = visit
  return (
    <section class="card">
      <h2>{words.account.applications}</h2>
      {grants.length === 0 && <Empty>{words.account.noApplications}</Empty>}
      <ul class="people">
        {grants.map(({ client, scopes, last_used_at }) => (
          <li>
            <div>
              <bdi>{client.display_name}</bdi>
              <Meta>
                {scopes.join(', ')}
                {last_used_at !== null && <Time visit={visit} time={last_used_at} />}
              </Meta>
            </div>
            <Action visit={visit} to={`/account/grants/${client.id}/end`}>
              {words.account.revoke}
            </Action>
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}

import type { Schemas } from '@agora/client'
import { ApiRefusal, must } from '../../api.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt } from '../../http/refusals.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { Select } from '../../view/fields.tsx'
import { Action, Empty, MemberLink, Meta, Moment, nameOf, Paging, Time } from '../../view/parts.tsx'
import { type Duration, durationIn, endOf } from './durations.ts'
import { memberBy, memberPage, problemOfReason, type Reasoned, ReasonForm } from './reason-form.tsx'
import { ModerationTabs, moderationCrumbs, scopeOf } from './scope.tsx'

const PER_PAGE = 25
const durations = ['1d', '1w', '30d', '1y', 'ever'] as const

export const showBans: Reader = async (visit) => {
  const { api, words, query } = visit
  const scope = await scopeOf(visit)
  const current = pageNumber(query)
  const bans = await must(
    api.GET('/api/v1/bans', { params: { query: { offset: (current - 1) * PER_PAGE, limit: PER_PAGE } } }),
  )
  return page(
    words.bans.title,
    <>
      <ModerationTabs visit={visit} scope={scope} />
      {bans.items.length === 0 && <Empty>{words.bans.none}</Empty>}
      <ul class="sanctions">
        {bans.items.map((one) => (
          <Ban visit={visit} ban={one} />
        ))}
      </ul>
      <Paging visit={visit} path="/moderation/bans" count={bans.count} size={PER_PAGE} current={current} />
    </>,
    { crumbs: moderationCrumbs(visit), isIndexed: false },
  )
}

function Ban({ visit, ban: one }: { visit: Visit; ban: Schemas['BanListing']['items'][number] }) {
  const { words, now } = visit
  const { user, reason, created_at, created_by, expires_at, lifted_at } = one
  const holds = lifted_at === null && (expires_at === null || Date.parse(expires_at) > now)
  return (
    <li class={`sanction ${holds ? '' : 'is-over'}`}>
      <p>
        <MemberLink user={user} /> <bdi>{reason}</bdi>
      </p>
      <Meta>
        <>
          <Time visit={visit} time={created_at} /> {words.by} <MemberLink user={created_by} />
        </>
        {expires_at !== null && lifted_at === null && (
          <>
            {holds ? words.sanctions.until : words.sanctions.ended} <Moment visit={visit} time={expires_at} />
          </>
        )}
        {lifted_at !== null && (
          <>
            {words.sanctions.lifted} <Time visit={visit} time={lifted_at} />
          </>
        )}
      </Meta>
      {holds && (
        <Action visit={visit} to={`/members/${user.id}/unban`}>
          {words.bans.lift}
        </Action>
      )}
    </li>
  )
}

interface Banning extends Reasoned {
  duration?: Duration
}

export const showBan: Reader = (visit, { member = '' }, { reason_text: reason = '' }) => {
  if (visit.me?.lacksFactor) throw new ApiRefusal(403, 'second factor is required')
  if (!visit.me?.isAdministrator) throw new ApiRefusal(visit.me ? 403 : 401, 'for administrators')
  return banPage(visit, member, { reason })
}

export const ban: Writer = async (visit, { member = '' }, form) => {
  const { api, now } = visit
  const duration = durationIn(form.text('duration'), durations)
  const { refusal } = await attempt(
    must(
      api.PUT('/api/v1/users/{user_id}/ban', {
        params: { path: { user_id: member } },
        body: { reason: form.text('reason_text'), expires_at: endOf(duration, now) },
      }),
    ),
  )
  if (!refusal) return redirect('/moderation/bans')
  const problem = problemOfReason(refusal, visit)
  return banPage(visit, member, { reason: form.text('reason_text'), duration, problem })
}

export const unban: Writer = async ({ api }, { member = '' }) => {
  const { refusal } = await attempt(
    must(api.DELETE('/api/v1/users/{user_id}/ban', { params: { path: { user_id: member } } })),
  )
  if (refusal) throw refusal
  return redirect('/moderation/bans')
}

async function banPage(visit: Visit, member: string, { duration = 'ever', ...given }: Banning) {
  const { words } = visit
  const user = await memberBy(visit, member)
  return memberPage(
    visit,
    user,
    words.bans.of(nameOf(user)),
    <ReasonForm
      visit={visit}
      member={user.id}
      to="ban"
      meaning={words.bans.meaning}
      most={1_000}
      isFirst={false}
      given={given}
      label={words.bans.add}
    >
      <Select
        name="duration"
        label={words.sanctions.duration}
        value={duration}
        options={durations.map((one) => [one, words.durations[one]])}
      />
    </ReasonForm>,
    { problem: given.problem },
  )
}

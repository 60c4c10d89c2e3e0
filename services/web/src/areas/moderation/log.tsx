import type { Schemas } from '@agora/client'
import { maybe, must } from '../../api.ts'
import { page } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { sectionIn } from '../../lists.ts'
import {
  Empty,
  MemberLink,
  Meta,
  Moment,
  Paging,
  Said,
  SectionName,
  type ShortUser,
  Time,
} from '../../view/parts.tsx'
import { Filter, ModerationTabs, moderationCrumbs, type Scope, scopeOf } from './scope.tsx'

type LogEntry = Schemas['ForumModerationEvent']

const PER_PAGE = 50
const uuid = /^[0-9a-f-]{36}$/i

const memberIn = (query: URLSearchParams, name: string): string | undefined => {
  const asked = query.get(name) ?? ''
  return uuid.test(asked) ? asked : undefined
}

/** The whole log for administrators; for others, what was done where they moderate. */
export const showLog: Reader = async (visit) => {
  const { api, words, query } = visit
  const scope = await scopeOf(visit)
  const section = query.get('section') || undefined
  const [actor, member] = [memberIn(query, 'actor'), memberIn(query, 'member')]
  const current = pageNumber(query)
  const [log, ...people] = await Promise.all([
    must(
      api.GET('/api/v1/forum/moderation_log', {
        params: {
          query: {
            ...(section ? { section } : scope.isAdministrator ? {} : { of: 'Moderated' as const }),
            ...(actor ? { actor } : {}),
            ...(member ? { target_user: member } : {}),
            include: 'about' as const,
            offset: (current - 1) * PER_PAGE,
            limit: PER_PAGE,
          },
        },
      }),
    ),
    ...[actor, member].map((id) =>
      id ? maybe(api.GET('/api/v1/users/{user_id}', { params: { path: { user_id: id } } })) : undefined,
    ),
  ])
  const kept = new URLSearchParams({
    ...(section ? { section } : {}),
    ...(actor ? { actor } : {}),
    ...(member ? { member } : {}),
  })
  return page(
    words.log.title,
    <>
      <ModerationTabs visit={visit} scope={scope} />
      <Filter visit={visit} scope={scope} section={section} hasAll>
        {actor && <input type="hidden" name="actor" value={actor} />}
        {member && <input type="hidden" name="member" value={member} />}
      </Filter>
      <OfWhom visit={visit} kept={kept} actor={people[0]} member={people[1]} />
      {log.items.length === 0 ? (
        <Empty>{kept.size > 0 ? words.log.nothing : words.log.none}</Empty>
      ) : (
        <ol class="log">
          {log.items.map((event) => (
            <Entry visit={visit} event={event} scope={scope} kept={kept} />
          ))}
        </ol>
      )}
      <Paging
        visit={visit}
        path={`/moderation/log?${kept}`}
        count={log.count}
        size={PER_PAGE}
        current={current}
      />
    </>,
    { crumbs: moderationCrumbs(visit), isIndexed: false },
  )
}

/** The address of the log with another filter. */
function withFilter(kept: URLSearchParams, name: string, value: string | undefined): string {
  const query = new URLSearchParams(kept)
  if (value === undefined) query.delete(name)
  else query.set(name, value)
  return query.size === 0 ? '/moderation/log' : `/moderation/log?${query}`
}

interface OfWhomProps {
  visit: Visit
  kept: URLSearchParams
  actor: ShortUser | undefined
  member: ShortUser | undefined
}

/** Whose acts are shown, and about whom. */
const OfWhom = ({ visit: { words }, kept, actor, member }: OfWhomProps) => (
  <>
    {kept.has('actor') && (
      <p class="meta">
        {words.log.ofModerator} {actor && <MemberLink user={actor} />}{' '}
        <a href={withFilter(kept, 'actor', undefined)}>{words.log.ofAll}</a>
      </p>
    )}
    {kept.has('member') && (
      <p class="meta">
        {words.log.aboutMember} {member && <MemberLink user={member} />}{' '}
        <a href={withFilter(kept, 'member', undefined)}>{words.log.ofAll}</a>
      </p>
    )}
  </>
)

interface EntryProps {
  visit: Visit
  event: LogEntry
  scope: Scope
  kept: URLSearchParams
}

function Entry({ visit, event, scope, kept }: EntryProps) {
  const { words } = visit
  const { actor, action, target_user: target, thread, post, section, comment, ctime, about } = event
  const where = sectionIn(scope.sections, section)
  const place = post !== null ? `/posts/${post}` : thread !== null ? `/threads/${thread}` : undefined
  return (
    <li>
      <p>
        <MemberLink user={actor} /> {words.log.actions[action]}
        {target && (
          <>
            {' '}
            – <MemberLink user={target} />
          </>
        )}
        <Particulars visit={visit} event={event} scope={scope} />
      </p>
      {about?.sanction_reason && <Said visit={visit} text={about.sanction_reason} />}
      {comment !== null && <Said visit={visit} text={comment} />}
      <Meta>
        <Time visit={visit} time={ctime} />
        {where && <SectionName section={where} />}
        {place && (
          <a href={place}>
            {about?.thread_title ? (
              <bdi lang={where?.locale ?? undefined}>{about.thread_title}</bdi>
            ) : (
              words.log.show
            )}
          </a>
        )}
        <a href={withFilter(kept, 'actor', actor.id)}>{words.log.byThis}</a>
        {target && <a href={withFilter(kept, 'member', target.id)}>{words.log.aboutThis}</a>}
      </Meta>
    </li>
  )
}

/** What the action sets: how a report was resolved, which sanction and until when, which role, what title, where to. */
function Particulars({ visit, event, scope }: Omit<EntryProps, 'kept'>) {
  const { words } = visit
  const { data, about, section } = event
  const {
    title,
    role,
    status,
    kind,
    expires_at: end,
    to_section: to,
  } = data as {
    title?: string
    role?: keyof typeof words.roles
    status?: keyof typeof words.statuses
    kind?: keyof typeof words.sanctions.kinds
    expires_at?: string | null
    to_section?: string
  }
  const target = sectionIn(scope.sections, to)
  return (
    <>
      {title && (
        <>
          {' '}
          <bdi lang={sectionIn(scope.sections, section)?.locale ?? undefined}>{words.quoted(title)}</bdi>
        </>
      )}
      {role && <> ({words.roles[role] ?? role})</>}
      {status && <>: {words.statuses[status]}</>}
      {about?.report_reason && <> ({words.reasons[about.report_reason]})</>}
      {kind && <>: {words.sanctions.kinds[kind]}</>}
      {kind && end && (
        <>
          {' '}
          {words.sanctions.until} <Moment visit={visit} time={end} />
        </>
      )}
      {to && <> → {target ? <SectionName section={target} /> : words.sanctions.oneSection}</>}
    </>
  )
}

import type { Schemas } from '@agora/client'
import { beforeTitle } from '@agora/shared/words/notifications'
import { ApiRefusal, maybe, must } from '../../api.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { readSections, sectionIn } from '../../lists.ts'
import { withIcons } from '../../view/icons.ts'
import { Action, MemberLink, Meta, Moment, Paging, Rows, Said, SectionName, Time } from '../../view/parts.tsx'
import type { Words } from '../../words/words.ts'

type Notification = Schemas['ForumNotification']

const PER_PAGE = 25

export const showNotifications: Reader = async (visit) => {
  const { api, me, words, query } = visit
  if (!me) throw new ApiRefusal(401, 'authentication required')
  const current = pageNumber(query)
  const listing = await must(
    api.GET('/api/v1/notifications', {
      params: { query: { include: 'excerpt', offset: (current - 1) * PER_PAGE, limit: PER_PAGE } },
    }),
  )
  const [sanctions, reports, sections] = await Promise.all([
    sanctionsOf(visit, listing.items),
    ownReportsOf(visit, listing.items),
    listing.items.some(({ section }) => section) ? readSections(api) : [],
  ])
  const newest = listing.items[0]
  const hasUnread = listing.items.some(({ read_at }) => read_at === null)
  return page(
    words.notifications.title,
    <>
      <Rows items={listing.items} none={words.notifications.none}>
        {(one) => (
          <Item
            visit={visit}
            notification={one}
            about={{
              sanction: one.kind === 'Sanctioned' ? sanctions.get(one.sanction?.id ?? '') : undefined,
              report: reports.get(one.report?.id ?? ''),
              locale: sectionIn(sections, one.section?.id)?.locale ?? null,
            }}
          />
        )}
      </Rows>
      <Paging visit={visit} path="/notifications" count={listing.count} size={PER_PAGE} current={current} />
    </>,
    {
      crumbs: [{ href: '/', name: words.nav.home }],
      isIndexed: false,
      aside: (
        <div class="choices">
          <a class="button quiet" href="/account#notifications">
            {words.notifications.settings}
          </a>
          {newest && hasUnread && (
            <Action visit={visit} to="/notifications/read" fields={{ until: newest.id }}>
              {words.notifications.markRead}
            </Action>
          )}
        </div>
      ),
    },
  )
}

type Sanction = Schemas['ForumSanction']
type Report = Schemas['ForumOwnReport']

/** The sanctions that notifications are about, by id; of a few hundred the newest. */
async function sanctionsOf(
  { api }: Visit,
  notifications: readonly Notification[],
): Promise<ReadonlyMap<string, Sanction>> {
  if (!notifications.some(({ sanction }) => sanction)) return new Map()
  const own = await maybe(api.GET('/api/v1/forum/self/sanctions', { params: { query: { limit: 100 } } }))
  return new Map(own?.items.map((sanction) => [sanction.id, sanction]))
}

/** The member's reports that notifications are about, by id; of a few hundred the newest. */
async function ownReportsOf(
  { api }: Visit,
  notifications: readonly Notification[],
): Promise<ReadonlyMap<string, Report>> {
  if (!notifications.some(({ kind }) => kind === 'ReportResolved')) return new Map()
  const own = await maybe(api.GET('/api/v1/forum/self/reports', { params: { query: { limit: 100 } } }))
  return new Map(own?.items.map((report) => [report.id, report]))
}

/** What a warning says, or why and until when one may not write. */
function Told({ visit, sanction }: { visit: Visit; sanction: Sanction }) {
  const { words } = visit
  const { kind, reason, section, expires_at: end } = sanction
  return (
    <>
      <Said visit={visit} text={reason} />
      {kind === 'Mute' && (
        <Meta>
          {section === null && words.sanctions.everywhere}
          {end === null ? (
            words.muted.lasting
          ) : (
            <>
              {words.muted.until} <Moment visit={visit} time={end} />
            </>
          )}
        </Meta>
      )}
    </>
  )
}

export const markRead: Writer = async ({ api }, _params, form) => {
  await must(api.PUT('/api/v1/notifications/read', { body: { until: form.text('until') } }))
  return redirect('/notifications')
}

/** Where a notification leads. */
function placeOf({ post, thread, section, kind }: Notification, me: string): string {
  if (kind === 'ReportResolved') return '/reports'
  if (post) return `/posts/${post.id}`
  if (thread) return `/threads/${thread.id}/unread`
  if (kind === 'ReportWaiting') return '/moderation'
  if (kind === 'Sanctioned' || kind === 'SanctionLifted') return '/sanctions'
  if (section) return `/sections/${section.key}`
  return `/members/${me}`
}

/** What a notification is about, where it is known. */
interface About {
  sanction: Sanction | undefined
  report: Report | undefined
  /** The language of its section. */
  locale: string | null
}

function told(
  { notifications: own }: Words,
  { kind, count }: Notification,
  { sanction, report }: Pick<About, 'sanction' | 'report'>,
): string {
  if (sanction) return own.sanctioned[sanction.kind]
  if (report && report.status !== 'Pending') return own.resolved[report.status]
  return own.kinds[kind](count)
}

/** Beside the words: what each is about is seen at a glance. */
const signs: Record<Notification['kind'], string> = {
  Reply: '↩',
  NewThread: '+',
  Mention: '@',
  Quote: '❞',
  Reaction: '♥',
  Sanctioned: '!',
  SanctionLifted: '✓',
  RoleGranted: '★',
  RoleRevoked: '☆',
  ReportResolved: '⚑',
  ReportWaiting: '⚑',
  PostHidden: '⊘',
}

interface ItemProps {
  visit: Visit
  notification: Notification
  about: About
}

function Item({ visit, notification, about }: ItemProps) {
  const { words, me } = visit
  const { kind, actor, thread, section, time, read_at, moderation, excerpt } = notification
  return (
    <li class={`row notification ${read_at === null ? 'unread' : ''}`}>
      <span class="kind" aria-hidden="true">
        {signs[kind]}
      </span>
      <div class="row-main">
        <h2>
          <a href={placeOf(notification, me?.id ?? '')}>
            {told(words, notification, about)}
            {thread && (
              <>
                {beforeTitle(kind, words)}
                <bdi lang={about.locale ?? undefined}>{thread.title}</bdi>
              </>
            )}
          </a>
          {read_at === null && <span class="new">{words.section.unread}</span>}
        </h2>
        {about.sanction && <Told visit={visit} sanction={about.sanction} />}
        {about.report?.resolution_note && <Said visit={visit} text={about.report.resolution_note} />}
        {moderation && <Said visit={visit} text={moderation} />}
        {excerpt && (
          <p class="beginning" dir="auto" lang={about.locale ?? undefined}>
            {withIcons(excerpt, visit.config.forum.icons)}
          </p>
        )}
        <Meta>
          {actor && <MemberLink user={actor} />}
          {section && <SectionName section={{ ...section, locale: about.locale }} />}
          <Time visit={visit} time={time} />
        </Meta>
      </div>
    </li>
  )
}

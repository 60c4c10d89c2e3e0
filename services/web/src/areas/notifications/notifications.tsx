import type { Schemas } from '@agora/client'
import { ApiRefusal, must } from '../../api.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { Action, Dots, Empty, MemberLink, Paging, Time } from '../../view/parts.tsx'

type Notification = Schemas['ForumNotification']

const PER_PAGE = 25

export const showNotifications: Reader = async (visit) => {
  const { api, me, words, query } = visit
  if (!me) throw new ApiRefusal(401, 'authentication required')
  const current = pageNumber(query)
  const listing = await must(
    api.GET('/api/v1/notifications', {
      params: { query: { offset: (current - 1) * PER_PAGE, limit: PER_PAGE } },
    }),
  )
  const newest = listing.items[0]
  const hasUnread = listing.items.some(({ read_at }) => read_at === null)
  return page(
    words.notifications.title,
    <>
      {listing.items.length === 0 ? (
        <Empty>{words.notifications.none}</Empty>
      ) : (
        <ul class="rows">
          {listing.items.map((one) => (
            <Item visit={visit} notification={one} />
          ))}
        </ul>
      )}
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

export const markRead: Writer = async ({ api }, _params, form) => {
  await must(api.PUT('/api/v1/notifications/read', { body: { until: form.text('until') } }))
  return redirect('/notifications')
}

/** Where a notification leads. */
function placeOf({ post, thread, section, kind }: Notification, me: string): string {
  if (post) return `/posts/${post.id}`
  if (thread) return `/threads/${thread.id}/unread`
  if (kind === 'ReportResolved') return '/reports'
  if (section) return `/sections/${section.key}`
  return `/members/${me}`
}

function Item({ visit, notification }: { visit: Visit; notification: Notification }) {
  const { words, me } = visit
  const { kind, actor, count, thread, section, time, read_at } = notification
  return (
    <li class={`row notification ${read_at === null ? 'unread' : ''}`}>
      <div class="row-main">
        <h2>
          <a href={placeOf(notification, me?.id ?? '')}>
            {words.notifications.kinds[kind](count)}
            {thread && (
              <>
                {' '}
                <bdi>{thread.title}</bdi>
              </>
            )}
          </a>
          {read_at === null && <span class="new">{words.section.unread}</span>}
        </h2>
        <p class="meta">
          <Dots>
            {actor && <MemberLink user={actor} />}
            {section?.display_name}
            <Time visit={visit} time={time} />
          </Dots>
        </p>
      </div>
    </li>
  )
}

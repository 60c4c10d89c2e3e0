import type { Schemas } from '@agora/client'
import { maybe, must } from '../../api.ts'
import { page } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { readEach, readSections } from '../../lists.ts'
import { AccountName, accountsOf } from '../../view/accounts.tsx'
import { Body, beginnings, Content } from '../../view/content.tsx'
import { Avatar, Day, Empty, Mark, Meta, Paging, Time } from '../../view/parts.tsx'
import { RoleBadges, type Staff, staffOf } from '../../view/staff.tsx'
import { HistoryCard, historyOf } from '../moderation/member-history.tsx'
import { wholePath } from './addresses.ts'

const PER_PAGE = 10

export const showMember: Reader = async (visit, { member: id = '' }) => {
  const { api, words, me, query } = visit
  const current = pageNumber(query)
  const path = { user_id: id }
  const isSelf = me?.id === id
  const [user, summary, profile, posts, history, accounts, staff] = await Promise.all([
    must(api.GET('/api/v1/users/{user_id}', { params: { path } })),
    must(api.GET('/api/v1/forum/users/{user_id}', { params: { path } })),
    maybe(api.GET('/api/v1/forum/users/{user_id}/profile', { params: { path } })),
    must(
      api.GET('/api/v1/forum/users/{user_id}/posts', {
        params: { path, query: { offset: (current - 1) * PER_PAGE, limit: PER_PAGE } },
        ...beginnings,
      }),
    ),
    me && !isSelf ? historyOf(visit, id) : undefined,
    accountsOf(visit, id),
    staffOf(visit),
  ])
  const locales = await localesOf(visit, posts.items)
  const held = staff.get(user.id) ?? []
  const sections = held.some(({ section }) => section) ? await readSections(api) : []
  const name = user.display_name.current.value
  return page(
    name,
    <>
      <div class="profile">
        <Avatar id={user.id} name={name} size="large" />
        <div>
          <h1>
            <bdi>{name}</bdi>
            <Mark id={user.id} />
          </h1>
          {profile?.tagline && (
            <p class="tagline">
              <bdi>{profile.tagline}</bdi>
            </p>
          )}
          <Meta>
            {profile?.pronouns && <bdi>{profile.pronouns}</bdi>}
            {held.length > 0 && <RoleBadges visit={visit} held={held} sections={sections} />}
            <>
              {words.member.since} <Day visit={visit} time={user.created_at} />
            </>
            {words.threads(summary.threads.count)}
            {words.thread.posts(summary.posts.count)}
            {isSelf && <a href="/account#profile">{words.member.changeProfile}</a>}
          </Meta>
        </div>
      </div>
      {profile?.about && (
        <section class="card" id="about">
          <h2>{words.member.about}</h2>
          <Content html={profile.about.html} />
        </section>
      )}
      {history && mayEmpty(visit, staff) && (profile?.about || profile?.pronouns || profile?.tagline) && (
        <p>
          <a class="button quiet" href={`/members/${user.id}/profile`}>
            {words.profiles.empty}
          </a>
        </p>
      )}
      {accounts.length > 0 && (
        <section class="card" id="accounts">
          <h2>{words.member.accounts}</h2>
          <ul class="people">
            {accounts.map((account) => (
              <li>
                <div>
                  <AccountName account={account} />
                  {account.visibility === 'Private' && (
                    <span class="badge">{words.account.hiddenAccount}</span>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {history && <HistoryCard visit={visit} user={user} history={history} />}
      <h2>{words.member.posts}</h2>
      {posts.items.length === 0 ? (
        <Empty>{words.member.noPosts}</Empty>
      ) : (
        <div class="posts">
          {posts.items.map((post) => (
            <MemberPost visit={visit} post={post} locale={locales.get(post.thread.id)} />
          ))}
        </div>
      )}
      <Paging
        visit={visit}
        path={`/members/${user.id}`}
        count={posts.count}
        size={PER_PAGE}
        current={current}
      />
    </>,
    {
      isOwnHeading: true,
      mayBeKept: !isSelf,
      canonical: `/members/${user.id}`,
      isIndexed: current === 1,
    },
  )
}

/** Whether the visitor moderates the whole site. */
const mayEmpty = ({ me }: Visit, staff: Staff): boolean =>
  me !== undefined && (me.isAdministrator || (staff.get(me.id) ?? []).some(({ section }) => !section))

type OwnPost = Schemas['ForumMemberPosts']['items'][number]

/** The languages of the posts' sections, by thread. */
async function localesOf(
  { api }: Visit,
  posts: readonly OwnPost[],
): Promise<ReadonlyMap<string, string | null | undefined>> {
  const threads = [...new Set(posts.map(({ thread }) => thread.id))]
  const read = async (id: string) => {
    const params = { path: { thread_ref: id }, query: { limit: 0 } }
    const thread = await maybe(api.GET('/api/v1/forum/threads/{thread_ref}', { params }))
    return [id, thread?.section.locale] as const
  }
  return new Map(await readEach(threads, read))
}

interface MemberPostProps {
  visit: Visit
  post: OwnPost
  locale: string | null | undefined
}

const MemberPost = ({ visit, post, locale }: MemberPostProps) => (
  <article class="post plain">
    <header class="post-header">
      <h3>
        <a href={`/posts/${post.id}`}>
          <bdi lang={locale ?? undefined}>{post.thread.title}</bdi>
        </a>
      </h3>
      <span class="permalink">
        <Time visit={visit} time={post.ctime} />
      </span>
    </header>
    <Body visit={visit} revision={post.revisions.last} locale={locale} whole={wholePath(post.id)} />
  </article>
)

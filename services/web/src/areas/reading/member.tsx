import type { Schemas } from '@agora/client'
import { must } from '../../api.ts'
import { page } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { Body } from '../../view/content.tsx'
import { Avatar, Dots, Empty, Paging, Time } from '../../view/parts.tsx'
import { HistoryCard, historyOf } from '../moderation/member-history.tsx'
import { wholePath } from './ways.ts'

const PER_PAGE = 10

export const showMember: Reader = async (visit, { member: id = '' }) => {
  const { api, words, me, query } = visit
  const current = pageNumber(query)
  const path = { user_id: id }
  const isSelf = me?.id === id
  const [user, summary, posts, history] = await Promise.all([
    must(api.GET('/api/v1/users/{user_id}', { params: { path } })),
    must(api.GET('/api/v1/forum/users/{user_id}', { params: { path } })),
    must(
      api.GET('/api/v1/forum/users/{user_id}/posts', {
        params: { path, query: { offset: (current - 1) * PER_PAGE, limit: PER_PAGE } },
      }),
    ),
    me && !isSelf ? historyOf(visit, id) : undefined,
  ])
  const name = user.display_name.current.value
  return page(
    name,
    <>
      <div class="profile">
        <Avatar id={user.id} name={name} size="large" />
        <div>
          <h1>
            <bdi>{name}</bdi>
          </h1>
          <p class="meta">
            <Dots>
              {user.is_administrator && <span class="badge">{words.roles.Administrator}</span>}
              <>
                {words.member.since} <Time visit={visit} time={user.created_at} />
              </>
              {words.threads(summary.threads.count)}
              {words.thread.posts(summary.posts.count)}
              {isSelf && <a href="/account">{words.nav.account}</a>}
            </Dots>
          </p>
        </div>
      </div>
      {history && <HistoryCard visit={visit} user={user} history={history} />}
      <h2>{words.member.posts}</h2>
      {posts.items.length === 0 ? (
        <Empty>{words.member.noPosts}</Empty>
      ) : (
        <div class="posts">
          {posts.items.map((post) => (
            <MemberPost visit={visit} post={post} />
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
      canonical: `/members/${user.id}`,
      isIndexed: current === 1,
      moderates: history !== undefined,
    },
  )
}

const MemberPost = ({
  visit,
  post,
}: {
  visit: Visit
  post: Schemas['ForumMemberPosts']['items'][number]
}) => (
  <article class="post plain">
    <header class="post-header">
      <h3>
        <a href={`/posts/${post.id}`}>
          <bdi>{post.thread.title}</bdi>
        </a>
      </h3>
      <span class="permalink">
        <Time visit={visit} time={post.ctime} />
      </span>
    </header>
    <Body visit={visit} revision={post.revisions.last} whole={wholePath(post.id)} />
  </article>
)

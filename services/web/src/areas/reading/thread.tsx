import type { Schemas } from '@agora/client'
import { must } from '../../api.ts'
import { movedTo, page, redirect } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { beginnings } from '../../view/content.tsx'
import { type Mute, Muted, muteIn } from '../../view/mute.tsx'
import { LiveNote, Notice, Paging } from '../../view/parts.tsx'
import { roleIn, type Staff, staffOf } from '../../view/staff.tsx'
import { Changed, isDeleted } from '../moderation/thread-tools.tsx'
import { Watching } from '../notifications/watching.tsx'
import { composerScripts } from '../writing/composer.tsx'
import { ReplyForm } from '../writing/reply-form.tsx'
import { threadPath } from './addresses.ts'
import { crumbsTo } from './crumbs.ts'
import { JumpForm } from './jump-form.tsx'
import { MarkBadges } from './marks.tsx'
import { openingOf, postingOf } from './opening.ts'
import { Post } from './post.tsx'
import { reactionsOf } from './reactions.tsx'
import { POSTS_PER_PAGE } from './sizes.ts'
import { slugOf } from './slug.ts'

type Thread = Schemas['ForumThread']

export const showThread: Reader = async (visit, { thread: ref = '', words }) => {
  const { query } = visit
  const current = pageNumber(query)
  const [thread, staff] = await Promise.all([readThread(visit, ref, current), staffOf(visit)])
  visit.takeWaiting(thread)
  if (words !== undefined && words !== slugOf(thread.title)) {
    const [, asked] = visit.path.split('?', 2)
    return movedTo(`${threadPath(thread)}${asked === undefined ? '' : `?${asked}`}`)
  }
  const { posts } = thread
  const last = Math.max(1, Math.ceil(posts.count / POSTS_PER_PAGE))
  if (current > last) return redirect(threadPath(thread, last))
  const isBarred = visit.me && !thread.self.can_post && !thread.is_locked && !isDeleted(thread)
  const [mute] = await Promise.all([
    isBarred ? muteIn(visit, thread.section.id) : undefined,
    markRead(visit, thread),
  ])
  return threadPage(visit, thread, current, { mute, staff })
}

/** With all that the page shows of it: a call of the API's costs more than what it reads. */
const readThread = ({ api }: Visit, ref: string, current: number): Promise<Thread> =>
  must(
    api.GET('/api/v1/forum/threads/{thread_ref}', {
      params: {
        path: { thread_ref: ref },
        query: {
          offset: (current - 1) * POSTS_PER_PAGE,
          limit: POSTS_PER_PAGE,
          include: 'reactions,subscription,waiting',
        },
      },
      ...beginnings,
    }),
  )

/** Viewing a page marks it read, unless the browser only prefetches it. */
async function markRead({ api, me, request }: Visit, { id, posts }: Thread): Promise<void> {
  const last = posts.items.at(-1)
  if (!me || !last || request.headers['sec-purpose'] !== undefined) return
  await api.POST('/api/v1/forum/threads/{thread_ref}/read', {
    params: { path: { thread_ref: id } },
    body: { up_to_post: last.id },
  })
}

/** What a thread's page shows besides its posts. */
interface Around {
  mute: Mute | undefined
  staff: Staff
}

function threadPage(visit: Visit, thread: Thread, current: number, { mute, staff }: Around) {
  const { words } = visit
  const { posts, section, self } = thread
  const reactions = reactionsOf(thread)
  const first = (current - 1) * POSTS_PER_PAGE
  const moderates = section.self.roles.length > 0
  const path = threadPath(thread)
  const paging = { visit, path, count: posts.count, size: POSTS_PER_PAGE, current }
  const opening = openingOf(posts.items[0]?.revisions.last.content?.html ?? '')
  return page(
    thread.title,
    <>
      {moderates && <Changed visit={visit} thread={thread} />}
      {visit.query.get('links') === 'text' && <Notice>{words.compose.linksAreText}</Notice>}
      {isDeleted(thread) && <Notice kind="alarm">{words.tools.isDeleted}</Notice>}
      <p class="meta facts">
        <MarkBadges visit={visit} thread={thread} />
        {words.thread.posts(posts.count)}
      </p>
      {posts.count > POSTS_PER_PAGE && <JumpForm visit={visit} thread={thread} />}
      {current > 1 && <Paging {...paging} />}
      <div class="posts">
        {posts.items.map((post, index) => (
          <Post
            visit={visit}
            thread={thread}
            post={post}
            number={first + index + 1}
            reactions={reactions.get(post.id) ?? []}
            role={roleIn(staff, post.author.user?.id, section.id)}
          />
        ))}
      </div>
      <Paging {...paging} isBelow={current > 1} />
      <div id="end">
        <Answer visit={visit} thread={thread} mute={mute} />
      </div>
      <LiveNote
        href={threadPath(thread, Math.floor(posts.count / POSTS_PER_PAGE) + 1)}
        data-thread={thread.id}
        data-posts={posts.count}
      >
        {words.thread.newReplies}
      </LiveNote>
    </>,
    {
      crumbs: crumbsTo(visit, section, true),
      aside: <ThreadTools visit={visit} thread={thread} moderates={moderates} />,
      titleLocale: section.locale,
      canonical: threadPath(thread, current),
      description: opening.description,
      image: opening.image ?? section.picture?.uri,
      data: postingOf(visit, thread, opening),
      feed: `/threads/${thread.id}/feed.atom`,
      mayBeKept: mute === undefined,
      scripts: [...(self.can_post ? composerScripts : []), 'replies.js'],
    },
  )
}

interface ToolsProps {
  visit: Visit
  thread: Thread
  moderates: boolean
}

const ThreadTools = ({ visit, visit: { words }, thread, moderates }: ToolsProps) => (
  <div class="choices">
    <Watching visit={visit} to={`/threads/${thread.id}/watching`} watching={thread.subscription} />
    {moderates && (
      <a class="button quiet" href={`/threads/${thread.id}/moderate`}>
        {words.thread.moderate}
      </a>
    )}
    {thread.self.can_report && (
      <a class="button quiet" href={`/threads/${thread.id}/report`}>
        {words.report.thread}
      </a>
    )}
  </div>
)

/** The reply form, or why there is none. */
function Answer({ visit, thread, mute }: { visit: Visit; thread: Thread; mute: Mute | undefined }) {
  const { words, me } = visit
  if (thread.self.can_post) return <ReplyForm visit={visit} thread={thread} />
  if (thread.section.is_archived) return <p class="closing">{words.sections.isArchived}</p>
  if (thread.is_locked) return <p class="closing">{words.thread.isLocked}</p>
  if (mute) return <Muted visit={visit} mute={mute} />
  if (me) return <p class="closing">{words.thread.mayNotPost}</p>
  return (
    <p class="closing choices">
      <a class="button" href={`/sign-in?${new URLSearchParams({ next: `/threads/${thread.id}/unread` })}`}>
        {words.thread.signInToAnswer}
      </a>
      {visit.registration.registration === 'Open' && (
        <a href={`/register?${new URLSearchParams({ next: `/threads/${thread.id}/unread` })}`}>
          {words.nav.register}
        </a>
      )}
    </p>
  )
}

import { must } from '../../api.ts'
import { page } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { pageNumber } from '../../http/visit.ts'
import { Body, beginnings } from '../../view/content.tsx'
import { Author, Paging, Time } from '../../view/parts.tsx'
import { wayTo } from './crumbs.ts'
import { wholePath } from './ways.ts'

const PER_PAGE = 10

export const showRevisions: Reader = async (visit, { post: ref = '' }) => {
  const { api, words, query } = visit
  const current = pageNumber(query)
  const post = await must(
    api.GET('/api/v1/forum/posts/{post_ref}', {
      params: { path: { post_ref: ref }, query: { offset: (current - 1) * PER_PAGE, limit: PER_PAGE } },
      ...beginnings,
    }),
  )
  const { revisions } = post
  const { locale, crumbs } = await wayTo(visit, post)
  const path = `/posts/${post.id}/revisions`
  const first = (current - 1) * PER_PAGE + 1
  return page(
    words.post.history,
    <>
      <div class="posts">
        {revisions.items.map((revision, index) => (
          <article class="post plain">
            <header class="post-header">
              <h2>
                <Author visit={visit} author={revision.author} />
              </h2>
              <span class="permalink">
                <Time visit={visit} time={revision.time} />
                <span class="number">
                  {first + index}/{revisions.count}
                </span>
              </span>
            </header>
            {revision.comment !== null && (
              <p class="meta" dir="auto">
                {revision.comment}
              </p>
            )}
            <Body
              visit={visit}
              revision={revision}
              locale={locale}
              whole={wholePath(post.id, first + index)}
            />
          </article>
        ))}
      </div>
      <Paging visit={visit} path={path} count={revisions.count} size={PER_PAGE} current={current} />
    </>,
    {
      crumbs,
      isIndexed: false,
    },
  )
}

import { ApiRefusal, must } from '../../api.ts'
import { page } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { Body } from '../../view/content.tsx'
import { Author, Time } from '../../view/parts.tsx'
import { wayTo } from './crumbs.ts'

/** Up to this one of its revisions, from 0, and no other. */
const readAt = ({ api }: Visit, ref: string, offset: number, limit: number) =>
  must(
    api.GET('/api/v1/forum/posts/{post_ref}', {
      params: { path: { post_ref: ref }, query: { offset, limit } },
    }),
  )

/** A post alone, however long it is: other pages show the beginnings of long ones. */
export const showWhole: Reader = async (visit, { post: ref = '' }) => {
  const { query } = visit
  const number = query.has('revision')
    ? pageNumber(query, 'revision')
    : (await readAt(visit, ref, 0, 0)).revisions.count
  const post = await readAt(visit, ref, number - 1, 1)
  const { author, ctime, thread, revisions } = post
  const [revision] = revisions.items
  if (!revision) throw new ApiRefusal(404, 'post not found')
  const { locale, crumbs } = await wayTo(visit, post)
  return page(
    thread.title,
    <div class="posts">
      <article class="post plain">
        <header class="post-header">
          <h2>
            <Author visit={visit} author={author} />
          </h2>
          <span class="permalink">
            <Time visit={visit} time={ctime} />
          </span>
        </header>
        <Body visit={visit} revision={revision} locale={locale} />
      </article>
    </div>,
    {
      crumbs,
      titleLocale: locale,
      isIndexed: false,
    },
  )
}

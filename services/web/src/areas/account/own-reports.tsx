import type { Schemas } from '@agora/client'
import { ApiRefusal, maybe, must } from '../../api.ts'
import { page } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { readEach, readSections, sectionIn } from '../../lists.ts'
import { Done, Empty, Meta, Paging, Said, Time } from '../../view/parts.tsx'

type Report = Schemas['ForumOwnReport']

const PER_PAGE = 25

export const showOwnReports: Reader = async (visit) => {
  const { api, me, words, query } = visit
  if (!me) throw new ApiRefusal(401, 'authentication required')
  const current = pageNumber(query)
  const reports = await must(
    api.GET('/api/v1/forum/self/reports', {
      params: { query: { offset: (current - 1) * PER_PAGE, limit: PER_PAGE } },
    }),
  )
  const [threads, sections] = await Promise.all([
    readEach(reports.items, ({ target }) => threadOf(visit, target)),
    readSections(api),
    markRead(visit),
  ])
  return page(
    words.nav.ownReports,
    <>
      {query.has('sent') && <Done>{words.report.thanks}</Done>}
      {reports.items.length === 0 && <Empty>{words.report.none}</Empty>}
      <ul class="reports">
        {reports.items.map((report, index) => (
          <OwnReport
            visit={visit}
            report={report}
            thread={threads[index]}
            locale={sectionIn(sections, threads[index]?.section.id)?.locale}
          />
        ))}
      </ul>
      <Paging visit={visit} path="/reports" count={reports.count} size={PER_PAGE} current={current} />
    </>,
    { crumbs: [{ href: '/', name: words.nav.home }], isIndexed: false },
  )
}

type Thread = Pick<Schemas['ForumSinglePost']['thread'], 'title' | 'section'>

/** The thread that was reported or is around the post; undefined if the reader no longer sees it. */
async function threadOf({ api }: Visit, { type, id }: Report['target']): Promise<Thread | undefined> {
  const query = { limit: 0 }
  if (type === 'ForumThread')
    return maybe(
      api.GET('/api/v1/forum/threads/{thread_ref}', { params: { path: { thread_ref: id }, query } }),
    )
  const post = await maybe(
    api.GET('/api/v1/forum/posts/{post_ref}', { params: { path: { post_ref: id }, query } }),
  )
  return post?.thread
}

/** Who sees here what became of their reports need not be told again, unless the browser only prefetches it. */
async function markRead({ api, request }: Visit): Promise<void> {
  if (request.headers['sec-purpose'] !== undefined) return
  const unread = await maybe(
    api.GET('/api/v1/notifications', { params: { query: { unread: true, limit: 100 } } }),
  )
  const ids = unread?.items.filter(({ kind }) => kind === 'ReportResolved').map(({ id }) => id) ?? []
  if (ids.length > 0) await api.PUT('/api/v1/notifications/read', { body: { ids } })
}

interface OwnReportProps {
  visit: Visit
  report: Report
  thread: Thread | undefined
  /** The language of its section. */
  locale: string | null | undefined
}

function OwnReport({ visit, report, thread, locale }: OwnReportProps) {
  const { words } = visit
  const { target, reason, body, status, ctime, resolved_at: resolved, resolution_note: answer } = report
  const kind = words.report.kinds[target.type]
  return (
    <li class="report">
      <div class="report-main">
        <h2>
          <span class="badge">{words.statuses[status]}</span>{' '}
          <a href={target.type === 'ForumPost' ? `/posts/${target.id}` : `/threads/${target.id}`}>
            {thread === undefined ? (
              kind
            ) : (
              <>
                {kind}
                {words.colon}
                <bdi lang={locale ?? undefined}>{thread.title}</bdi>
              </>
            )}
          </a>
        </h2>
        {body !== null && <Said visit={visit} text={body} />}
        {status !== 'Pending' && (
          <p>
            {words.report.outcomes[status]} {resolved !== null && <Time visit={visit} time={resolved} />}
          </p>
        )}
        {answer !== null && (
          <>
            <p class="meta">{words.report.answer}</p>
            <Said visit={visit} text={answer} />
          </>
        )}
        <Meta>
          {words.reasons[reason]}
          <Time visit={visit} time={ctime} />
        </Meta>
      </div>
    </li>
  )
}

import { ApiRefusal, must } from '../../api.ts'
import { page } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { pageNumber } from '../../http/visit.ts'
import { Dots, Empty, Notice, Paging, Time } from '../../view/parts.tsx'

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
  return page(
    words.nav.ownReports,
    <>
      {query.has('sent') && (
        <Notice kind="good">
          <p>{words.report.thanks}</p>
        </Notice>
      )}
      {reports.items.length === 0 && <Empty>{words.report.none}</Empty>}
      <ul class="reports">
        {reports.items.map(({ target, reason, body, status, ctime, resolution_note: answer }) => (
          <li class="report">
            <div class="report-main">
              <h2>
                <span class="badge">{words.statuses[status]}</span>{' '}
                <a href={target.type === 'ForumPost' ? `/posts/${target.id}` : `/threads/${target.id}`}>
                  {target.type === 'ForumPost' ? words.report.aPost : words.report.aThread}
                </a>
              </h2>
              {body !== null && <p class="said">“{body}”</p>}
              {answer !== null && <p>{answer}</p>}
              <p class="meta">
                <Dots>
                  {words.reasons[reason]}
                  <Time visit={visit} time={ctime} />
                </Dots>
              </p>
            </div>
          </li>
        ))}
      </ul>
      <Paging visit={visit} path="/reports" count={reports.count} size={PER_PAGE} current={current} />
    </>,
    { crumbs: [{ href: '/', name: words.nav.home }], isIndexed: false },
  )
}

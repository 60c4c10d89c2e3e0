import type { Schemas } from '@agora/client'
import { maybe, must } from '../../api.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { Content } from '../../view/content.tsx'
import { Select } from '../../view/fields.tsx'
import {
  Dots,
  Empty,
  FormToken,
  LiveNote,
  MemberLink,
  Notice,
  nameOf,
  Paging,
  type ShortUser,
  Time,
} from '../../view/parts.tsx'
import {
  chosenSection,
  Filter,
  ModerationTabs,
  nameOfSection,
  type Scope,
  scopeOf,
  streamOf,
} from './scope.tsx'

type Report = Schemas['ForumReport']

const PER_PAGE = 25
const statuses = ['Pending', 'Accepted', 'Rejected'] as const

export const showQueue: Reader = async (visit) => {
  const { api, words, query } = visit
  const scope = await scopeOf(visit)
  const section = chosenSection(visit, scope)
  const status = statuses.find((one) => one === query.get('status')) ?? 'Pending'
  const current = pageNumber(query)
  const queue = await must(
    api.GET('/api/v1/forum/reports', {
      params: {
        query: { status, ...(section ? { section } : {}), offset: (current - 1) * PER_PAGE, limit: PER_PAGE },
      },
    }),
  )
  const assignees = await assigneesOf(visit, queue.items)
  const path = `/moderation?${new URLSearchParams({ status, ...(section ? { section } : {}) })}`
  return page(
    words.queue.title,
    <>
      <ModerationTabs visit={visit} scope={scope} />
      <Done visit={visit} />
      <Filter visit={visit} scope={scope} section={section}>
        <Select
          name="status"
          label={words.queue.status}
          value={status}
          options={statuses.map((one) => [one, words.statuses[one]])}
        />
      </Filter>
      {queue.items.length === 0 ? (
        <Empty>{status === 'Pending' ? words.queue.nothing : words.queue.none}</Empty>
      ) : (
        <form
          method="post"
          action="/moderation/resolutions"
          class="queue"
          data-live={words.queue.resolvedMeanwhile}
        >
          <FormToken visit={visit} />
          <input type="hidden" name="back" value={path} />
          <ul class="reports">
            {queue.items.map((report) => (
              <ReportRow visit={visit} report={report} scope={scope} assignee={assignees.get(report.id)} />
            ))}
          </ul>
          {status === 'Pending' && <ResolveMany visit={visit} />}
        </form>
      )}
      <Paging visit={visit} path={path} count={queue.count} size={PER_PAGE} current={current} />
      {status === 'Pending' && <NewReports visit={visit} path={path} section={section} />}
    </>,
    {
      crumbs: [{ href: '/', name: words.nav.home }],
      isIndexed: false,
      moderates: true,
      scripts: ['queue.js'],
    },
  )
}

/** Who works on the pending reports, by report id. */
async function assigneesOf({ api }: Visit, reports: readonly Report[]): Promise<Map<string, ShortUser>> {
  const assigned = await Promise.all(
    reports
      .filter(({ status }) => status === 'Pending')
      .map(async ({ id }) => {
        const params = { path: { report_id: id } }
        const assignment = await maybe(api.GET('/api/v1/forum/reports/{report_id}/assignment', { params }))
        return [id, assignment?.assignee] as const
      }),
  )
  return new Map(assigned.flatMap(([id, assignee]) => (assignee ? [[id, assignee]] : [])))
}

interface NewReportsProps {
  visit: Visit
  path: string
  section: string | undefined
}

/** Shown by a script when this stream announces new reports. */
const NewReports = ({ visit: { words }, path, section }: NewReportsProps) => (
  <LiveNote href={path} data-new-reports={streamOf(section)}>
    {words.queue.newReports} <span class="new"></span>
  </LiveNote>
)

/** The result of resolving many, in numbers. */
function Done({ visit: { words, query } }: { visit: Visit }) {
  const [done, failed] = ['done', 'failed'].map((name) => Number(query.get(name) ?? 0))
  if (!done && !failed) return null
  return (
    <Notice kind={failed ? 'alarm' : 'good'}>
      <p>
        {words.queue.resolved(done || 0)} {failed ? words.queue.notResolved(failed) : ''}
      </p>
    </Notice>
  )
}

interface RowProps {
  visit: Visit
  report: Report
  scope: Scope
  assignee: ShortUser | undefined
}

function ReportRow({ visit, report, scope, assignee }: RowProps) {
  const { words } = visit
  const { id, context, reason, reporter, ctime, status, body } = report
  return (
    <li class="report">
      {status === 'Pending' && (
        <input type="checkbox" name="report" value={id} aria-labelledby={`report-${id}`} class="pick" />
      )}
      <div class="report-main">
        <h2 id={`report-${id}`}>
          <span class="badge strong">{words.reasons[reason]}</span>{' '}
          <a href={`/moderation/reports/${id}`}>
            <bdi>{context?.thread_title ?? words.queue.gone}</bdi>
          </a>{' '}
          {status === 'Pending' && (
            <span class="badge" data-assignee hidden={!assignee}>
              {words.queue.takenBy} <bdi>{assignee && nameOf(assignee)}</bdi>
            </span>
          )}
        </h2>
        <p class="meta">
          <Dots>
            {context && (
              <>
                {words.queue.writtenBy} <MemberLink user={context.author} />
              </>
            )}
            <>
              {words.queue.reportedBy} <MemberLink user={reporter} />
            </>
            <Time visit={visit} time={ctime} />
            {context && nameOfSection(scope, context.section.id)}
          </Dots>
        </p>
        {body !== null && <p class="said">“{body}”</p>}
        {context && (
          <div class="excerpt">
            <Content html={context.html} />
          </div>
        )}
      </div>
    </li>
  )
}

const ResolveMany = ({ visit: { words } }: { visit: Visit }) => (
  <fieldset class="bulk card">
    <legend>{words.queue.withChosen}</legend>
    <div class="field">
      <label for="note">{words.queue.note}</label>
      <input id="note" name="note" maxlength={2_000} autocomplete="off" />
    </div>
    <p class="choices">
      <button name="status" value="Accepted">
        {words.queue.accept}
      </button>
      <button name="status" value="Rejected" class="quiet">
        {words.queue.reject}
      </button>
    </p>
  </fieldset>
)

/** The path of the queue page with the form. */
const backTo = (back: string): string => (/^\/moderation(\?[\w=&%+-]*)?$/.test(back) ? back : '/moderation')

export const resolveMany: Writer = async (visit, _params, form) => {
  const { api, words } = visit
  const reports = form.all('report').slice(0, 100)
  const status = form.text('status') === 'Accepted' ? 'Accepted' : 'Rejected'
  const back = backTo(form.text('back'))
  if (reports.length === 0) return redirect(back)
  const { value, refusal } = await attempt(
    must(
      api.POST('/api/v1/forum/reports/resolutions', {
        body: { reports, status, note: form.optional('note') ?? null },
      }),
    ),
  )
  if (refusal) {
    const { text, status: code } = problemOf(refusal, words)
    return page(words.queue.title, <Notice kind="alarm">{text}</Notice>, { status: code, isIndexed: false })
  }
  const done = value.results.filter((result) => result.status === 200).length
  const told = new URLSearchParams({ done: String(done), failed: String(reports.length - done) })
  return redirect(`${back}${back.includes('?') ? '&' : '?'}${told}`)
}

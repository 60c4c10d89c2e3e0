import { must } from '../../api.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { FormProblem, Input, type Problem, Select } from '../../view/fields.tsx'
import { Empty, FormToken, LiveNote, Notice, Paging } from '../../view/parts.tsx'
import { QueuedReport, TAKING } from './queued-report.tsx'
import { chosenSection, Filter, ModerationTabs, queueOf, scopeOf, streamOf } from './scope.tsx'

const PER_PAGE = 25
const statuses = ['Pending', 'Accepted', 'Rejected'] as const

export const showQueue: Reader = (visit) => queuePage(visit, { note: '' })

/** With a note that was written to the reports of another page of it. */
export const showQueueAgain: Reader = (visit, _params, { note = '' }) =>
  queuePage({ ...visit, path: '/moderation' }, { note })

/** What was entered in the queue's form, and why it was refused. */
interface Written {
  note: string
  chosen?: readonly string[]
  problem?: Problem
}

async function queuePage(visit: Visit, written: Written) {
  const { api, words, query } = visit
  const scope = await scopeOf(visit)
  const section = chosenSection(visit, scope)
  const status = statuses.find((one) => one === query.get('status')) ?? 'Pending'
  const current = pageNumber(query)
  const queue = await must(
    api.GET('/api/v1/forum/reports', {
      params: {
        query: {
          status,
          ...(section ? { section } : {}),
          include: 'work',
          offset: (current - 1) * PER_PAGE,
          limit: PER_PAGE,
        },
      },
    }),
  )
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
              <QueuedReport
                visit={visit}
                report={report}
                scope={scope}
                isChosen={written.chosen?.includes(report.id)}
              />
            ))}
          </ul>
          {status === 'Pending' && <ResolveMany visit={visit} written={written} />}
        </form>
      )}
      <form method="post" id={TAKING}>
        <FormToken visit={visit} />
        <input type="hidden" name="back" value={`${path}&page=${current}`} />
      </form>
      <Paging visit={visit} path={path} count={queue.count} size={PER_PAGE} current={current} />
      {status === 'Pending' && <NewReports visit={visit} path={path} section={section} />}
    </>,
    {
      status: written.problem?.status ?? 200,
      crumbs: [{ href: '/', name: words.nav.home }],
      isIndexed: false,
      moderates: true,
      scripts: ['queue.js'],
    },
  )
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

const ResolveMany = ({ visit: { words }, written }: { visit: Visit; written: Written }) => (
  <fieldset class="bulk card">
    <legend>{words.queue.withChosen}</legend>
    <FormProblem problem={written.problem} />
    <Input
      name="note"
      label={words.queue.note}
      value={written.note}
      maxLength={2_000}
      problem={written.problem}
    />
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

export const resolveMany: Writer = async (visit, _params, form) => {
  const { api, words } = visit
  const note = form.text('note')
  const reports = form.all('report').slice(0, 100)
  const status = form.text('status') === 'Accepted' ? 'Accepted' : 'Rejected'
  const back = queueOf(form)
  if (reports.length === 0) return redirect(back)
  const { value, refusal } = await attempt(
    must(
      api.POST('/api/v1/forum/reports/resolutions', {
        body: { reports, status, note: form.optional('note') ?? null },
      }),
    ),
  )
  if (refusal) {
    const query = new URLSearchParams(back.split('?', 2)[1])
    return queuePage(
      { ...visit, path: back, query },
      { chosen: reports, note, problem: problemOf(refusal, words) },
    )
  }
  const done = value.results.filter((result) => result.status === 200).length
  const result = new URLSearchParams({ done: String(done), failed: String(reports.length - done) })
  return redirect(`${back}${back.includes('?') ? '&' : '?'}${result}`)
}

import type { Schemas } from '@agora/client'
import { ifThere, maybe, must } from '../../api.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { Content } from '../../view/content.tsx'
import { FormProblem, type Problem, TextArea } from '../../view/fields.tsx'
import { Dots, FormToken, LiveNote, MemberLink, Time } from '../../view/parts.tsx'
import { HistoryCard, historyOf } from './member-history.tsx'
import { Assignment, NOTES_PER_PAGE, Notes, type NotesPage, type Written } from './report-work.tsx'
import { moderationCrumbs, queueOf, streamOf } from './scope.tsx'

type Report = Schemas['ForumReport']

export const showReport: Reader = (visit, { report = '' }, { comment = '', note = '' }) =>
  reportPage(visit, report, { note, resolutionNote: comment })

export const resolve: Writer = async (visit, { report: id = '' }, form) => {
  const { api, words } = visit
  const status = form.text('status') === 'Accepted' ? 'Accepted' : 'Rejected'
  const { refusal } = await attempt(
    must(
      api.POST('/api/v1/forum/reports/{report_id}/resolution', {
        params: { path: { report_id: id } },
        body: { status, note: form.optional('comment') ?? null },
      }),
    ),
  )
  if (!refusal) return redirect('/moderation?done=1')
  return reportPage(visit, id, { resolutionNote: form.text('comment'), problem: problemOf(refusal, words) })
}

export const assign: Writer = async (visit, { report: id = '' }, form) => {
  const { api, me, words } = visit
  const assignee = form.text('to') === 'me' && me ? { type: 'User' as const, id: me.id } : null
  const { refusal } = await attempt(
    must(
      api.PUT('/api/v1/forum/reports/{report_id}/assignment', {
        params: { path: { report_id: id } },
        body: { assignee },
      }),
    ),
  )
  if (!refusal) return redirect(form.has('back') ? `${queueOf(form)}#${id}` : `/moderation/reports/${id}`)
  return reportPage(visit, id, { problem: problemOf(refusal, words) })
}

export const note: Writer = async (visit, { report: id = '' }, form) => {
  const { api, words } = visit
  const { refusal } = await attempt(
    must(
      api.POST('/api/v1/forum/reports/{report_id}/notes', {
        params: { path: { report_id: id }, header: { 'idempotency-key': form.key() } },
        body: { body: form.text('note') },
      }),
    ),
  )
  if (!refusal) return redirect(`/moderation/reports/${id}#notes`)
  return reportPage(visit, id, {
    note: form.text('note'),
    noteProblem: problemOf(refusal, words, { body: 'note' }),
  })
}

/** A page of its notes, if none is asked for the newest. */
async function readNotes({ api, query }: Visit, id: string): Promise<NotesPage> {
  const read = (offset: number, limit: number) =>
    must(
      api.GET('/api/v1/forum/reports/{report_id}/notes', {
        params: { path: { report_id: id }, query: { offset, limit } },
      }),
    )
  const asked = query.has('page') ? pageNumber(query) : undefined
  const current = asked ?? Math.max(1, Math.ceil((await read(0, 0)).count / NOTES_PER_PAGE))
  return { current, ...(await read((current - 1) * NOTES_PER_PAGE, NOTES_PER_PAGE)) }
}

async function reportPage(visit: Visit, id: string, written: Written) {
  const { api, words } = visit
  const path = { report_id: id }
  const [report, assignment, notes] = await Promise.all([
    must(api.GET('/api/v1/forum/reports/{report_id}', { params: { path } })),
    maybe(api.GET('/api/v1/forum/reports/{report_id}/assignment', { params: { path } })),
    ifThere(readNotes(visit, id)),
  ])
  const { context } = report
  const history = context && (await historyOf(visit, context.author.id))
  const problem = written.problem ?? written.noteProblem
  return page(
    context?.thread_title ?? words.queue.gone,
    <div class="beside">
      <div>
        <Reported visit={visit} report={report} />
        {report.status === 'Pending' ? (
          <ResolveForm visit={visit} report={report} written={written} />
        ) : (
          <Resolved visit={visit} report={report} problem={written.problem} />
        )}
        {notes && <Notes visit={visit} id={id} notes={notes} written={written} />}
      </div>
      <aside>
        {report.status === 'Pending' && assignment && (
          <Assignment visit={visit} id={id} assignment={assignment} />
        )}
        {context && history && (
          <HistoryCard visit={visit} user={context.author} history={history} section={context.section.id} />
        )}
      </aside>
      {context && (
        <LiveNote
          href={`/moderation/reports/${id}`}
          data-report={id}
          data-stream={streamOf(context.section.id)}
        >
          {words.queue.resolvedMeanwhile}
        </LiveNote>
      )}
    </div>,
    {
      status: problem?.status ?? 200,
      crumbs: moderationCrumbs(visit),
      isIndexed: false,
      moderates: true,
      scripts: ['report.js'],
    },
  )
}

function Reported({ visit, report }: { visit: Visit; report: Report }) {
  const { words } = visit
  const { context, target, reason, reporter, ctime, body } = report
  const isPost = target.type === 'ForumPost'
  return (
    <section class="card">
      <p>
        <span class="badge strong">{words.reasons[reason]}</span> {body}
      </p>
      <p class="meta">
        <Dots>
          <>
            {words.queue.reportedBy} <MemberLink user={reporter} />
          </>
          <Time visit={visit} time={ctime} />
        </Dots>
      </p>
      {context && (
        <div class="reported">
          <p class="meta">
            {words.queue.writtenBy} <MemberLink user={context.author} />
          </p>
          <Content html={context.html} />
        </div>
      )}
      <p class="choices">
        <a class="button quiet" href={isPost ? `/posts/${target.id}` : `/threads/${target.id}`}>
          {words.queue.inContext}
        </a>
        {isPost && (
          <a class="button quiet" href={`/posts/${target.id}/hide`}>
            {words.post.hide}
          </a>
        )}
        {context && (
          <a class="button quiet" href={`/threads/${context.thread.id}/moderate`}>
            {words.thread.moderate}
          </a>
        )}
      </p>
    </section>
  )
}

const ResolveForm = ({ visit, report, written }: { visit: Visit; report: Report; written: Written }) => (
  <form method="post" action={`/moderation/reports/${report.id}/resolution`} class="card">
    <h2>{visit.words.queue.resolve}</h2>
    <FormToken visit={visit} />
    <FormProblem problem={written.problem} />
    <TextArea
      name="comment"
      label={visit.words.queue.note}
      hint={visit.words.queue.noteHint}
      value={written.resolutionNote}
      rows={2}
      problem={written.problem}
    />
    <p class="choices">
      <button name="status" value="Accepted">
        {visit.words.queue.accept}
      </button>
      <button name="status" value="Rejected" class="quiet">
        {visit.words.queue.reject}
      </button>
    </p>
  </form>
)

interface ResolvedProps {
  visit: Visit
  report: Report
  problem?: Problem | undefined
}

function Resolved({ visit, report, problem }: ResolvedProps) {
  const { words } = visit
  return (
    <section class="card">
      <FormProblem problem={problem} />
      <h2>{words.statuses[report.status]}</h2>
      <p class="meta">
        {report.resolved_at !== null && <Time visit={visit} time={report.resolved_at} />}{' '}
        {report.resolved_by && (
          <>
            {words.by} <MemberLink user={report.resolved_by} />
          </>
        )}
      </p>
      {report.resolution_note !== null && <p>{report.resolution_note}</p>}
    </section>
  )
}

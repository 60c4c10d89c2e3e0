import type { Schemas } from '@agora/client'
import { ifThere, maybe, must } from '../../api.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import { keyAfter, sendOnce } from '../../http/sent.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { sectionIn } from '../../lists.ts'
import { Content } from '../../view/content.tsx'
import { FormProblem } from '../../view/fields.tsx'
import { LiveNote, MemberLink, Meta, Time } from '../../view/parts.tsx'
import { JudgeForm } from './judge-form.tsx'
import type { Judging, Target } from './judging.ts'
import { HistoryCard, historyOf } from './member-history.tsx'
import { Assignment, NOTES_PER_PAGE, Notes, type NotesPage, type Written } from './report-work.tsx'
import { moderationCrumbs, queueOf, type Scope, scopeOf, streamOf } from './scope.tsx'
import { Reasons, ReportedText, Reports } from './target-card.tsx'

type Report = Schemas['ForumReport']

export const showReport: Reader = (visit, { report = '' }, { note = '' }) =>
  reportPage(visit, report, { note })

export const assign: Writer = async (visit, { report: id = '' }, form) => {
  const { api, me } = visit
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
  return reportPage(visit, id, { problem: problemOf(refusal, visit) })
}

export const note: Writer = async (visit, { report: id = '' }, form) => {
  const { api } = visit
  const key = form.key()
  const { refusal } = await attempt(
    sendOnce(visit, form, () =>
      must(
        api.POST('/api/v1/forum/reports/{report_id}/notes', {
          params: { path: { report_id: id }, header: { 'idempotency-key': key } },
          body: { body: form.text('note') },
        }),
      ),
    ),
  )
  if (!refusal) return redirect(`/moderation/reports/${id}#notes`)
  return reportPage(visit, id, {
    note: form.text('note'),
    noteKey: keyAfter(refusal, key),
    noteProblem: problemOf(refusal, visit, { body: 'note' }),
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

/** One report, with its content and all that waits there. */
export async function reportPage(visit: Visit, id: string, written: Written) {
  const { api, words } = visit
  const path = { report_id: id }
  const [report, assignment, notes] = await Promise.all([
    must(api.GET('/api/v1/forum/reports/{report_id}', { params: { path } })),
    maybe(api.GET('/api/v1/forum/reports/{report_id}/assignment', { params: { path } })),
    ifThere(readNotes(visit, id)),
  ])
  const { context } = report
  const [history, target, scope] = await Promise.all([
    context && historyOf(visit, context.author.id),
    report.status === 'Pending' && context ? targetOf(visit, report, context.section.id) : undefined,
    scopeOf(visit),
  ])
  const section = sectionIn(scope.sections, context?.section.id)
  const problem = written.judging?.problem ?? written.noteProblem ?? written.problem
  return page(
    // As it was reported, which a report that is resolved does not tell.
    (target?.context ?? context)?.thread_title ?? words.queue.gone,
    <div class="beside">
      <div>
        <Reported visit={visit} report={report} target={target} scope={scope} />
        {target && (
          <section class="card">
            <h2>{words.judging.title}</h2>
            <JudgeForm
              visit={visit}
              target={target}
              report={id}
              section={section?.display_name}
              everywhere={scope.everywhere}
              judging={written.judging}
              back="/moderation"
            />
          </section>
        )}
        {report.status !== 'Pending' && <Resolved visit={visit} report={report} written={written} />}
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
      problem,
      crumbs: moderationCrumbs(visit),
      isIndexed: false,
      titleLocale: section?.locale,
      scripts: ['report.js'],
    },
  )
}

/** What the report is about, with all that waits there; undefined if somebody else has just judged it. */
async function targetOf({ api }: Visit, { target }: Report, section: string): Promise<Target | undefined> {
  const query = { section, target: target.id, include: 'reports' as const }
  const { items } = await must(api.GET('/api/v1/forum/report-targets', { params: { query } }))
  return items[0]
}

interface ReportedProps {
  visit: Visit
  report: Report
  /** Undefined for a report that is resolved. */
  target: Target | undefined
  scope: Scope
}

function Reported({ visit, report, target: waiting, scope }: ReportedProps) {
  const { words } = visit
  const { context, target, reason, reporter, ctime, body } = report
  const isPost = target.type === 'ForumPost'
  return (
    <section class="card">
      {waiting ? (
        <>
          <p>
            <Reasons visit={visit} target={waiting} />
          </p>
          <Reports visit={visit} target={waiting} />
        </>
      ) : (
        <>
          <p>
            <span class="badge strong">{words.reasons[reason]}</span> <bdi>{body}</bdi>
          </p>
          <Meta>
            <>
              {words.queue.reportedBy} <MemberLink user={reporter} />
            </>
            <Time visit={visit} time={ctime} />
          </Meta>
        </>
      )}
      {context && (
        <>
          <p class="meta">
            {words.queue.writtenBy} <MemberLink user={context.author} />
          </p>
          {waiting ? (
            <ReportedText visit={visit} target={waiting} scope={scope} />
          ) : context.html === '' ? (
            <p class="hidden-body">{words.judging.isHidden[target.type]}</p>
          ) : (
            <div class="reported">
              <Content html={context.html} locale={sectionIn(scope.sections, context.section.id)?.locale} />
            </div>
          )}
        </>
      )}
      <p class="choices">
        <a class="button quiet" href={isPost ? `/posts/${target.id}` : `/threads/${target.id}`}>
          {words.queue.inContext}
        </a>
        {context && (
          <a class="button quiet" href={`/threads/${context.thread.id}/moderate`}>
            {words.thread.moderate}
          </a>
        )}
      </p>
    </section>
  )
}

interface ResolvedProps {
  visit: Visit
  report: Report
  written: Written
}

function Resolved({ visit, report, written }: ResolvedProps) {
  const { words } = visit
  const { judging, problem } = written
  return (
    <section class="card">
      <FormProblem problem={judging?.problem ?? problem} />
      <h2>{words.statuses[report.status]}</h2>
      <p class="meta">
        {report.resolved_at !== null && <Time visit={visit} time={report.resolved_at} />}{' '}
        {report.resolved_by && (
          <>
            {words.by} <MemberLink user={report.resolved_by} />
          </>
        )}
      </p>
      {report.resolution_note !== null && <p dir="auto">{report.resolution_note}</p>}
      {judging && <Kept visit={visit} judging={judging} />}
    </section>
  )
}

/** What was written for a judgement that another has made meanwhile: it is not lost. */
const Kept = ({ visit: { words }, judging }: { visit: Visit; judging: Judging }) => (
  <>
    {[judging.comment, judging.reason, judging.internalNote, judging.answer]
      .filter((text) => text.trim() !== '')
      .map((text) => (
        <p class="said pre" dir="auto">
          {words.judging.yourText} {words.quoted(text)}
        </p>
      ))}
  </>
)

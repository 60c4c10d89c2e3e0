import type { Schemas } from '@agora/client'
import type { Visit } from '../../http/visit.ts'
import { Excerpt } from '../../view/content.tsx'
import { Dots, MemberLink, nameOf, Time } from '../../view/parts.tsx'
import { nameOfSection, type Scope } from './scope.tsx'

type Report = Schemas['ForumQueuedReport']

/** The id of the form by which a report is taken: the queue's own form resolves, and Enter must never take one. */
export const TAKING = 'taking'

interface Props {
  visit: Visit
  report: Report
  scope: Scope
  isChosen?: boolean | undefined
}

/** A report as the queue shows it, with what its moderators did so far. */
export function QueuedReport({ visit, report, scope, isChosen }: Props) {
  const { words } = visit
  const { id, context, reason, reporter, ctime, status, body, work } = report
  const isPending = status === 'Pending'
  const assignee = work?.assignment.assignee
  return (
    <li class="report" id={id}>
      {isPending && (
        <input
          type="checkbox"
          name="report"
          value={id}
          checked={isChosen}
          aria-labelledby={`report-${id}`}
          class="pick"
        />
      )}
      <div class="report-main">
        <h2 id={`report-${id}`}>
          <span class="badge strong">{words.reasons[reason]}</span>{' '}
          <a href={`/moderation/reports/${id}`}>
            <bdi>{context?.thread_title ?? words.queue.gone}</bdi>
          </a>{' '}
          {isPending && (
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
            <Excerpt visit={visit} html={context.html} whole={`/moderation/reports/${id}`} />
          </div>
        )}
        <p class="choices">
          {isPending && (
            <button
              form={TAKING}
              formaction={`/moderation/reports/${id}/assignment`}
              name="to"
              value="me"
              class="link"
              aria-describedby={`report-${id}`}
              hidden={Boolean(assignee)}
            >
              {words.queue.take}
            </button>
          )}
          <NotesLink visit={visit} report={report} />
        </p>
        <LastNote visit={visit} report={report} />
      </div>
    </li>
  )
}

const NotesLink = ({ visit: { words }, report: { id, work } }: Pick<Props, 'visit' | 'report'>) => (
  <a href={`/moderation/reports/${id}#notes`} aria-describedby={`report-${id}`}>
    {work?.notes.count ? words.queue.noteCount(work.notes.count) : words.queue.addNote}
  </a>
)

function LastNote({ visit, report: { work } }: Pick<Props, 'visit' | 'report'>) {
  const last = work?.notes.last
  if (!last) return null
  return (
    <div class="last-note">
      <p class="meta">
        <Dots>
          <MemberLink user={last.author} />
          <Time visit={visit} time={last.time} />
        </Dots>
      </p>
      <p class="pre" dir="auto">
        {last.body}
      </p>
    </div>
  )
}

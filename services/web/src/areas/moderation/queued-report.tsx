import type { Schemas } from '@agora/client'
import type { Visit } from '../../http/visit.ts'
import { sectionIn } from '../../lists.ts'
import { Excerpt } from '../../view/content.tsx'
import { MemberLink, Meta, Said, SectionName, Time } from '../../view/parts.tsx'
import type { Scope, Section } from './scope.tsx'

type Report = Schemas['ForumQueuedReport']

interface Props {
  visit: Visit
  report: Report
  scope: Scope
}

/** A report that is resolved. */
export function QueuedReport({ visit, report, scope }: Props) {
  const { words } = visit
  const { id, context, reason, reporter, ctime, body } = report
  const section = sectionIn(scope.sections, context?.section.id)
  return (
    <li class="report" id={id}>
      <div class="report-main">
        <h2 id={`report-${id}`}>
          <span class="badge strong">{words.reasons[reason]}</span>{' '}
          <a href={`/moderation/reports/${id}`}>
            <ReportedTitle visit={visit} context={context} section={section} />
          </a>
        </h2>
        <Meta>
          {context && (
            <>
              {words.queue.writtenBy} <MemberLink user={context.author} />
            </>
          )}
          <>
            {words.queue.reportedBy} <MemberLink user={reporter} />
          </>
          <Time visit={visit} time={ctime} />
          {section && <SectionName section={section} />}
        </Meta>
        {body !== null && <Said visit={visit} text={body} />}
        {context && (
          <div class="excerpt">
            <Excerpt
              visit={visit}
              html={context.html}
              locale={section?.locale}
              whole={`/moderation/reports/${id}`}
            />
          </div>
        )}
        <p class="choices">
          <NotesLink visit={visit} report={report} />
        </p>
        <LastNote visit={visit} report={report} />
      </div>
    </li>
  )
}

interface TitleProps {
  visit: Visit
  context: { thread_title: string } | null | undefined
  section: Section | undefined
}

/** The title of the thread that was reported or is around the post, or that it is gone. */
export const ReportedTitle = ({ visit: { words }, context, section }: TitleProps) =>
  context ? <bdi lang={section?.locale ?? undefined}>{context.thread_title}</bdi> : <>{words.queue.gone}</>

type WorkProps = Pick<Props, 'visit' | 'report'>

export const NotesLink = ({ visit: { words }, report: { id, work } }: WorkProps) => (
  <a href={`/moderation/reports/${id}#notes`} aria-describedby={`report-${id}`}>
    {work?.notes.count ? words.queue.noteCount(work.notes.count) : words.queue.addNote}
  </a>
)

export function LastNote({ visit, report: { work } }: WorkProps) {
  const last = work?.notes.last
  if (!last) return null
  return (
    <div class="last-note">
      <Meta>
        <MemberLink user={last.author} />
        <Time visit={visit} time={last.time} />
      </Meta>
      <p class="pre" dir="auto">
        {last.body}
      </p>
    </div>
  )
}

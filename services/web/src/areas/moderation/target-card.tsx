import type { Schemas } from '@agora/client'
import type { Visit } from '../../http/visit.ts'
import { sectionIn } from '../../lists.ts'
import { beginningOf } from '../../view/beginning.ts'
import { Content, type ExcerptProps } from '../../view/content.tsx'
import { Action, MemberLink, Meta, nameOf, Said, SectionName, Time } from '../../view/parts.tsx'
import { JudgeForm } from './judge-form.tsx'
import { nameOfTarget, type Target } from './judging.ts'
import { LastNote, NotesLink, ReportedTitle } from './queued-report.tsx'
import type { Scope } from './scope.tsx'

/** The form of the boxes beside the cards: it stands below them all. */
export const MANY = 'many'
/** How much of a text a card shows, in characters of its HTML and in lines. */
const SHOWN = { characters: 700, lines: 8 }
const line = /<(?:br|p|li|pre|blockquote|h[3-5])\b/g

interface CardProps {
  visit: Visit
  target: Target
  /** The oldest of its reports, by which its page is called. */
  report: Schemas['ForumQueuedReport']
  scope: Scope
  isChosen: boolean
  /** This page of the queue, and the report whose card comes next on it. */
  back: string
  next: string | undefined
}

/** What was reported, each once, with its reports and the form by which it is judged. */
export function TargetCard({ visit, target, report, scope, isChosen, back, next }: CardProps) {
  const { words } = visit
  const { context, reports } = target
  const id = `report-${report.id}`
  const path = `/moderation/reports/${report.id}`
  const section = sectionIn(scope.sections, context?.section.id)
  return (
    <li class="report" id={report.id} data-target={target.target.id} data-reports={reports.count}>
      <input
        type="checkbox"
        form={MANY}
        name="target"
        value={nameOfTarget(target.target)}
        checked={isChosen}
        aria-labelledby={id}
        class="pick"
      />
      <div class="report-main">
        <h2 id={id}>
          <a href={path}>
            <ReportedTitle visit={visit} context={context} section={section} />
          </a>{' '}
          <Assignee visit={visit} target={target} />
        </h2>
        <Meta>
          <Reasons visit={visit} target={target} />
          {words.report.kinds[target.target.type]}
          {context && (
            <>
              {words.queue.writtenBy} <MemberLink user={context.author} />
            </>
          )}
          {section && <SectionName section={section} />}
        </Meta>
        <ReportedText visit={visit} target={target} scope={scope} whole={path} />
        <Reports visit={visit} target={target} />
        <CardLinks visit={visit} target={target} report={report} back={back} />
        <LastNote visit={visit} report={report} />
        <JudgeForm
          visit={visit}
          target={target}
          report={report.id}
          section={section?.display_name}
          everywhere={scope.everywhere}
          back={back}
          next={next}
        />
      </div>
    </li>
  )
}

const assigneeOf = ({ reports }: Target) =>
  reports.items?.find(({ work }) => work?.assignment.assignee)?.work?.assignment.assignee

function Assignee({ visit: { words }, target }: Pick<CardProps, 'visit' | 'target'>) {
  const assignee = assigneeOf(target)
  return (
    <span class="badge" data-assignee hidden={!assignee}>
      {words.queue.takenBy} <bdi>{assignee && nameOf(assignee)}</bdi>
    </span>
  )
}

/** How many reports give which reason. */
export const Reasons = ({ visit: { words }, target }: Pick<CardProps, 'visit' | 'target'>) => (
  <>
    {Object.entries(target.reasons).map(([reason, count]) => (
      <>
        <span class="badge strong">
          {words.reasons[reason as keyof typeof words.reasons]}
          {count !== undefined && count > 1 && ` × ${count}`}
        </span>{' '}
      </>
    ))}
  </>
)

interface TextProps extends Pick<CardProps, 'visit' | 'target' | 'scope'> {
  /** Where the whole text is; undefined where it is shown. */
  whole?: string
}

/** The text as it was reported, and as it is now where that differs. */
export function ReportedText({ visit, target: { target, context }, scope, whole }: TextProps) {
  const { words } = visit
  if (!context) return null
  const { html, current_html: current } = context
  const shown = { visit, locale: sectionIn(scope.sections, context.section.id)?.locale, whole }
  return (
    <>
      {html === '' ? <p class="hidden-body">{words.judging.wasHidden}</p> : Text({ ...shown, html })}
      {current === null && html !== '' && <p class="hidden-body">{words.judging.isHidden[target.type]}</p>}
      {current !== null && current !== html && (
        <details>
          <summary>{words.judging.asItIs}</summary>
          {Text({ ...shown, html: current })}
        </details>
      )}
    </>
  )
}

/** A text among others is cut where it becomes long. */
function Text({ visit, html, locale, whole }: Omit<ExcerptProps, 'whole'> & { whole: string | undefined }) {
  const beginning = whole === undefined ? undefined : beginningOf(html, SHOWN.characters)
  const isCut = beginning !== undefined || (html.match(line)?.length ?? 0) >= SHOWN.lines
  return (
    <div class={whole === undefined ? 'reported' : 'excerpt'}>
      <Content html={beginning ?? html} locale={locale} />
      {whole !== undefined && isCut && (
        <p>
          <a href={whole}>{visit.words.queue.more}</a>
        </p>
      )}
    </div>
  )
}

/** Who has reported it, when, and what they say. */
export function Reports({ visit, target: { reports } }: Pick<CardProps, 'visit' | 'target'>) {
  const { words } = visit
  const { items = [], count } = reports
  return (
    <ul class="reporters">
      {items.map(({ reporter, ctime, reason, body }) => (
        <li>
          <Meta>
            <>
              {words.queue.reportedBy} <MemberLink user={reporter} />
            </>
            <Time visit={visit} time={ctime} />
            {words.reasons[reason]}
          </Meta>
          {body !== null && <Said visit={visit} text={body} />}
        </li>
      ))}
      {count > items.length && <li class="meta">{words.judging.andMore(count - items.length)}</li>}
    </ul>
  )
}

function CardLinks({ visit, target, report, back }: Pick<CardProps, 'visit' | 'target' | 'report' | 'back'>) {
  const { words } = visit
  const { target: of, context } = target
  return (
    <div class="choices">
      <a href={of.type === 'ForumPost' ? `/posts/${of.id}` : `/threads/${of.id}`}>{words.queue.inContext}</a>
      {context && <a href={`/members/${context.author.id}/cleanup`}>{words.cleanup.link}</a>}
      <span class="take" hidden={Boolean(assigneeOf(target))}>
        <Action
          visit={visit}
          to={`/moderation/reports/${report.id}/assignment`}
          fields={{ to: 'me', back }}
          class="link"
        >
          {words.queue.take}
        </Action>
      </span>
      <NotesLink visit={visit} report={report} />
    </div>
  )
}

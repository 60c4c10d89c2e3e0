import { must } from '../../api.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { problemOf } from '../../http/refusals.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { KeptDraft, type Problem, Select } from '../../view/fields.tsx'
import { Empty, LiveNote, Paging } from '../../view/parts.tsx'
import { PostForm } from '../../view/post-form.tsx'
import { DONE, Done, doneIn } from './done.tsx'
import { judgeTarget, type Target, targetIn } from './judging.ts'
import { QueuedReport } from './queued-report.tsx'
import { chosenSection, Filter, ModerationTabs, queueOf, type Scope, scopeOf, streamOf } from './scope.tsx'
import { MANY, TargetCard } from './target-card.tsx'
import { Verdict } from './verdict.tsx'

const PER_PAGE = 25
const statuses = ['Pending', 'Accepted', 'Rejected'] as const
type Status = (typeof statuses)[number]

export const showQueue: Reader = (visit) => queuePage(visit, { answer: '' })

/** With a note that was written to the reports of another page of it. */
export const showQueueAgain: Reader = (visit, _params, { answer = '' }) =>
  queuePage({ ...visit, path: '/moderation' }, { answer })

/** What was entered in the form for many, and why it was refused. */
interface Written {
  answer: string
  chosen?: readonly string[]
  problem?: Problem
}

/** Which part of the queue is shown. */
interface QueuePart {
  scope: Scope
  section: string | undefined
  status: Status
  current: number
  /** Its address, without the page. */
  path: string
}

async function queuePage(visit: Visit, written: Written) {
  const { words, query } = visit
  const scope = await scopeOf(visit)
  const section = chosenSection(visit, scope)
  const status = statuses.find((one) => one === query.get('status')) ?? 'Pending'
  const path = `/moderation?${new URLSearchParams({ status, ...(section ? { section } : {}) })}`
  const part = { scope, section, status, current: pageNumber(query), path }
  const list =
    status === 'Pending' ? await waiting(visit, part, written) : await resolved(visit, part, status)
  // What was on the last page may all be judged.
  if (part.current > 1 && list.isEmpty && list.count > 0) {
    const last = Math.ceil(list.count / PER_PAGE)
    return redirect(`${path}&page=${last}${doneIn(query)}`)
  }
  return page(
    words.queue.title,
    <>
      <ModerationTabs visit={visit} scope={scope} />
      <Filter visit={visit} scope={scope} section={section}>
        <Select
          name="status"
          label={words.queue.status}
          value={status}
          options={statuses.map((one) => [one, words.statuses[one]])}
        />
      </Filter>
      {list.body}
      <Paging visit={visit} path={path} count={list.count} size={PER_PAGE} current={part.current} />
      {status === 'Pending' && <NewReports visit={visit} path={path} section={section} />}
    </>,
    {
      problem: written.problem,
      crumbs: [{ href: '/', name: words.nav.home }],
      isIndexed: false,
      scripts: ['queue.js'],
    },
  )
}

const rangeOf = (current: number) => ({ offset: (current - 1) * PER_PAGE, limit: PER_PAGE })

/** What waits, each post and thread once. */
async function waiting(visit: Visit, { scope, section, current, path }: QueuePart, written: Written) {
  const { api, words, query } = visit
  const queue = await must(
    api.GET('/api/v1/forum/report-targets', {
      params: { query: { ...(section ? { section } : {}), include: 'reports', ...rangeOf(current) } },
    }),
  )
  const cards = queue.items.flatMap((target) =>
    target.reports.items?.[0] ? [{ target, report: target.reports.items[0] }] : [],
  )
  const place = cards.findIndex(({ report }) => report.id === query.get('at'))
  const done = <Done visit={visit} />
  const body = (
    <div class="queue" data-live={words.queue.resolvedMeanwhile}>
      {place === -1 && done}
      {cards.length === 0 ? (
        <Empty>{words.queue.nothing}</Empty>
      ) : (
        <>
          <ul class="reports">
            {cards.map(({ target, report }, index) => (
              <>
                {index === place && <li>{done}</li>}
                <TargetCard
                  visit={visit}
                  target={target}
                  report={report}
                  scope={scope}
                  isChosen={written.chosen?.includes(target.target.id) ?? false}
                  back={current === 1 ? path : `${path}&page=${current}`}
                  next={cards[index + 1]?.report.id}
                />
              </>
            ))}
          </ul>
          <JudgeMany visit={visit} written={written} back={`${path}&page=${current}`} />
        </>
      )}
    </div>
  )
  return { body, count: queue.count, isEmpty: cards.length === 0 }
}

async function resolved(
  visit: Visit,
  { scope, section, current }: QueuePart,
  status: Exclude<Status, 'Pending'>,
) {
  const { api, words } = visit
  const queue = await must(
    api.GET('/api/v1/forum/reports', {
      params: { query: { status, ...(section ? { section } : {}), include: 'work', ...rangeOf(current) } },
    }),
  )
  const isEmpty = queue.items.length === 0
  const body = isEmpty ? (
    <Empty>{words.queue.none}</Empty>
  ) : (
    <ul class="reports">
      {queue.items.map((report) => (
        <QueuedReport visit={visit} report={report} scope={scope} />
      ))}
    </ul>
  )
  return { body, count: queue.count, isEmpty }
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

interface ManyProps {
  visit: Visit
  written: Written
  back: string
}

const JudgeMany = ({ visit, visit: { words }, written, back }: ManyProps) => (
  <PostForm
    visit={visit}
    to="/moderation/judgements"
    id={MANY}
    class="bulk card"
    data-draft={visit.me?.id}
    problem={written.problem}
  >
    <input type="hidden" name="back" value={back} />
    <fieldset>
      <legend data-all={words.queue.chooseAll}>{words.queue.withChosen}</legend>
      <KeptDraft words={words} />
      <Verdict words={words} answer={written.answer} />
    </fieldset>
  </PostForm>
)

/** Somebody else was faster, or may: the others go on. */
const OF_ONE = [403, 404, 409]

/** Accepts or rejects the reports of everything that is chosen. */
export const judgeMany: Writer = async (visit, _params, form) => {
  const { words } = visit
  const answer = form.text('answer')
  const back = queueOf(form)
  const again = (chosen: readonly Target['target'][], problem: Problem) => {
    const query = new URLSearchParams(back.split('?', 2)[1])
    return queuePage({ ...visit, path: back, query }, { chosen: chosen.map(({ id }) => id), answer, problem })
  }
  const targets = form
    .all('target')
    .slice(0, 100)
    .flatMap((text) => targetIn(text) ?? [])
  if (targets.length === 0) return again([], { text: words.queue.nothingChosen, status: 422 })
  let [done, failed] = [0, 0]
  let forbidden: Problem | undefined
  // One after the other: posts of one thread would wait for each other.
  for (const [index, target] of targets.entries()) {
    const { value, refusal } = await judgeTarget(visit, form, target)
    if (value) done += value.reports.length
    else if (OF_ONE.includes(refusal.status)) {
      failed += 1
      if (refusal.status === 403) forbidden = problemOf(refusal, visit)
    } else return again(targets.slice(index), problemOf(refusal, visit, { note: 'answer' }))
  }
  if (done === 0 && forbidden) return again(targets, forbidden)
  return redirect(`${back}&${new URLSearchParams({ done: `${done}`, failed: `${failed}` })}#${DONE}`)
}

import type { Visit } from '../../http/visit.ts'
import { Notice } from '../../view/parts.tsx'
import type { Judging, Target } from './judging.ts'

/** Where the queue says what was done. */
export const DONE = 'done'

/** The query parameters that tell the queue what was done. */
export const doneParameters = ['done', 'failed', 'judged', 'hid', 'sanction', 'at'] as const

/** What one judgement did, as parameters of the queue's address, and the report beside which the queue says so. */
export const doneOf = (
  judging: Judging,
  {
    status,
    reports,
    target,
    next,
  }: { status: string; reports: number; target: Target['target']; next: string },
): string =>
  `${new URLSearchParams({
    done: `${reports}`,
    judged: status,
    ...(judging.hides ? { hid: target.type } : {}),
    ...(judging.sanction ? { sanction: judging.sanction } : {}),
    ...(next === '' ? {} : { at: next }),
  })}#${DONE}`

/** The same of a query that has them, for another page of the queue. */
export function doneIn(query: URLSearchParams): string {
  const kept = doneParameters.flatMap((name) => {
    const value = query.get(name)
    return value === null ? [] : [[name, value] as [string, string]]
  })
  return kept.length === 0 ? '' : `&${new URLSearchParams(kept)}#${DONE}`
}

/** What was done on the page before. */
export function Done({ visit: { words, query } }: { visit: Visit }) {
  const [done = 0, failed = 0] = ['done', 'failed'].map((name) => Number(query.get(name)) || 0)
  if (!done && !failed) return null
  const { hid, sanction, judged } = Object.fromEntries(query)
  const { outcomes } = words.judging
  const sentences = [
    (hid === 'ForumPost' || hid === 'ForumThread') && outcomes.hidden[hid],
    (sanction === 'Warning' || sanction === 'Mute') && outcomes.sanctioned[sanction],
    judged === 'Accepted' && outcomes.accepted(done),
    judged === 'Rejected' && outcomes.rejected(done),
    judged === undefined && words.queue.resolved(done),
    failed > 0 && words.queue.notResolved(failed),
  ]
  return (
    <div id={DONE}>
      <Notice kind={failed ? 'alarm' : 'good'}>
        <p>{sentences.filter(Boolean).join(' ')}</p>
      </Notice>
    </div>
  )
}

import { ApiRefusal } from '../../api.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { problemOf } from '../../http/refusals.ts'
import { doneOf } from './done.tsx'
import { judgeTarget, judgingIn, statusIn, targetIn, undecided } from './judging.ts'
import { reportPage } from './report.tsx'
import { queueOf } from './scope.tsx'

/** The page of a report, with what was entered about its content. */
export const showJudging: Reader = (visit, { report = '' }, texts) =>
  reportPage(visit, report, {
    judging: {
      ...undecided,
      comment: texts.comment ?? '',
      reason: texts.reason_text ?? '',
      internalNote: texts.internal_note ?? '',
      answer: texts.answer ?? '',
    },
  })

/** Judges all that waits about one post or thread, and goes on in the queue where it was. */
export const judge: Writer = async (visit, { report: id = '' }, form) => {
  const { words } = visit
  const judging = judgingIn(form)
  const target = targetIn(form.text('target'))
  if (!target) throw new ApiRefusal(422, 'invalid target')
  if (judging.sanction && judging.reason.trim() === '') {
    const problem = { field: 'reason_text', text: words.fieldProblems.reason_text, status: 422 }
    return reportPage(visit, id, { judging: { ...judging, problem } })
  }
  const { value, refusal } = await judgeTarget(visit, form, target)
  if (refusal) {
    const problem = problemOf(refusal, visit, fieldsOfJudging)
    return reportPage(visit, id, { judging: { ...judging, problem } })
  }
  const done = { status: statusIn(form), reports: value.reports.length, target, next: form.text('next') }
  const back = queueOf(form)
  return redirect(`${back}${back.includes('?') ? '&' : '?'}${doneOf(judging, done)}`)
}

const fieldsOfJudging = {
  note: 'answer',
  'hide.comment': 'comment',
  'sanction.reason': 'reason_text',
  'sanction.internal_note': 'internal_note',
}

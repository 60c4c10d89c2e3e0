import type { Schemas } from '@agora/client'
import { ApiRefusal, must } from '../../api.ts'
import type { Form } from '../../http/form.ts'
import { type Attempt, attempt } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import type { Problem } from '../../view/fields.tsx'
import { type Duration, durationIn, endOf } from './durations.ts'

export type Target = Schemas['ForumReportedTargets']['items'][number]

/** How long a mute can be chosen to last. */
export const durations = ['1h', '1d', '3d', '1w', '30d', '1y', 'ever'] as const
export const sanctions = ['Warning', 'Mute'] as const

/** What is done about reported content, as it was entered. */
export interface Judging {
  hides: boolean
  /** What is shown instead of a hidden post; why a thread is deleted. */
  comment: string
  sanction: 'Warning' | 'Mute' | undefined
  duration: Duration
  /** Whether the sanction holds in the whole forum. */
  isEverywhere: boolean
  reason: string
  internalNote: string
  /** For the reporters. */
  answer: string
  problem?: Problem
}

export const undecided: Judging = {
  hides: false,
  comment: '',
  sanction: undefined,
  duration: '1d',
  isEverywhere: false,
  reason: '',
  internalNote: '',
  answer: '',
}

export const judgingIn = (form: Form): Judging => ({
  hides: form.has('hide'),
  comment: form.text('comment'),
  sanction: sanctions.find((one) => one === form.text('sanction')),
  duration: durationIn(form.text('duration'), durations),
  isEverywhere: form.text('where') === 'everywhere',
  reason: form.text('reason_text'),
  internalNote: form.text('internal_note'),
  answer: form.text('answer'),
})

export const statusIn = (form: Form) => (form.text('status') === 'Accepted' ? 'Accepted' : 'Rejected')

/** What a form or a box names: `ForumPost:ID` or `ForumThread:ID`. */
export function targetIn(text: string): Target['target'] | undefined {
  const [type, id = ''] = text.split(':', 2)
  return type === 'ForumPost' || type === 'ForumThread' ? { type, id } : undefined
}

export const nameOfTarget = ({ type, id }: Target['target']): string => `${type}:${id}`

type Judgement = Schemas['ForumJudgement']

/**
 * Judges the target as the form says. That it or its author is gone is a refusal like any other here: nothing that was
 * written is lost to it.
 */
export async function judgeTarget(
  visit: Visit,
  form: Form,
  target: Target['target'],
): Promise<Attempt<Judgement>> {
  try {
    return await attempt(sendJudgement(visit, form, target))
  } catch (error) {
    if (error instanceof ApiRefusal) return { refusal: error }
    throw error
  }
}

function sendJudgement({ api, now }: Visit, form: Form, target: Target['target']): Promise<Judgement> {
  const { hides, comment, sanction, duration, isEverywhere, reason, internalNote } = judgingIn(form)
  const end = sanction === 'Mute' ? endOf(duration, now) : null
  return must(
    api.POST('/api/v1/forum/report-targets/judgements', {
      body: {
        target,
        status: statusIn(form),
        note: form.optional('answer') ?? null,
        ...(hides ? { hide: { comment: comment.trim() === '' ? null : comment } } : {}),
        ...(sanction && {
          sanction: {
            kind: sanction,
            section: isEverywhere ? null : { type: 'ForumSection', id: form.text('section') },
            ...(end === null ? {} : { expires_at: end }),
            reason,
            internal_note: internalNote,
          },
        }),
      },
    }),
  )
}

import type { Schemas } from '@agora/client'
import { ApiRefusal, must } from '../../api.ts'
import type { Form } from '../../http/form.ts'
import { type Attempt, attempt } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { Check, Input, type Problem, Radios, Select, TextArea } from '../../view/fields.tsx'
import { PostForm } from '../../view/post-form.tsx'
import { type Duration, durationIn, endOf } from './durations.ts'
import { Verdict } from './verdict.tsx'

export type Target = Schemas['ForumReportedTargets']['items'][number]

const durations = ['1h', '1d', '3d', '1w', '30d', '1y', 'ever'] as const
const sanctions = ['Warning', 'Mute'] as const

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

interface Props {
  visit: Visit
  target: Target
  /** The report whose page shows the form again if it is refused. */
  report: string
  /** The name of the content's section. */
  section: string | undefined
  /** Whether the moderator may sanction in the whole forum. */
  everywhere: boolean
  judging?: Judging
  /** The page of the queue to return to, and the report whose card comes next there. */
  back: string
  next?: string | undefined
}

/** One form for all that is done about reported content: it is sent as one act. */
export function JudgeForm(props: Props) {
  const { visit, target, report, back, next, judging = undecided } = props
  const { words } = visit
  const { type } = target.target
  const isHidden = target.context?.current_html === null
  return (
    <PostForm
      visit={visit}
      to={`/moderation/reports/${report}/judgement`}
      class="judging"
      problem={judging.problem}
      isDraft
    >
      <input type="hidden" name="target" value={nameOfTarget(target.target)} />
      <input type="hidden" name="section" value={target.context?.section.id} />
      <input type="hidden" name="back" value={back} />
      {next && <input type="hidden" name="next" value={next} />}
      {!isHidden && (
        <>
          <Check name="hide" scope={report} label={words.judging.hide[type]} isChecked={judging.hides} />
          <div class="if-hiding">
            <Input
              name="comment"
              scope={report}
              label={words.judging.comment[type]}
              value={judging.comment}
              most={2_000}
            />
          </div>
        </>
      )}
      <Sanctioning {...props} judging={judging} />
      <Verdict words={words} scope={report} hint={words.judging.answers} answer={judging.answer} />
    </PostForm>
  )
}

/** What becomes of the author. A style sheet hides what the choice does not need. */
function Sanctioning({ visit, report, section, everywhere, judging = undecided }: Props) {
  const { words } = visit
  return (
    <>
      <Radios
        name="sanction"
        scope={report}
        label={words.judging.author}
        value={judging.sanction ?? ''}
        options={[
          ['', words.judging.nothing],
          ...sanctions.map((one) => [one, words.judging.acts[one]] as const),
        ]}
      />
      <div class="if-sanctioning">
        <div class="if-muting">
          <Select
            name="duration"
            scope={report}
            label={words.sanctions.duration}
            value={judging.duration}
            options={durations.map((one) => [one, words.durations[one]])}
          />
        </div>
        <Select
          name="where"
          scope={report}
          label={words.sanctions.where}
          value={judging.isEverywhere ? 'everywhere' : 'here'}
          options={[
            ['here', section ?? words.sanctions.oneSection],
            ...(everywhere ? [['everywhere', words.sanctions.everywhere] as const] : []),
          ]}
        />
        <TextArea
          name="reason_text"
          scope={report}
          label={words.sanctions.reason}
          hint={words.sanctions.reasonHint}
          value={judging.reason}
          rows={2}
        />
        <Input
          name="internal_note"
          scope={report}
          label={words.sanctions.note}
          hint={words.sanctions.noteHint}
          value={judging.internalNote}
        />
      </div>
    </>
  )
}

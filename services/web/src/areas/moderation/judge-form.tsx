import type { Visit } from '../../http/visit.ts'
import { Check, Input, Radios, Select, TextArea } from '../../view/fields.tsx'
import { PostForm } from '../../view/post-form.tsx'
import { durations, type Judging, nameOfTarget, sanctions, type Target, undecided } from './judging.ts'
import { Verdict } from './verdict.tsx'

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

import { Input } from '../../view/fields.tsx'
import type { Words } from '../../words/words.ts'

interface Props {
  words: Words
  /** What tells this form's fields from others' on the page. */
  scope?: string
  hint?: string
  /** What was written to the reporters. */
  answer: string
}

/** What the reporters are told, and the two buttons that end their reports. */
export const Verdict = ({ words, scope, hint, answer }: Props) => (
  <>
    <Input name="answer" scope={scope} label={words.queue.note} hint={hint} value={answer} most={2_000} />
    <p class="choices">
      <button name="status" value="Accepted">
        {words.queue.accept}
      </button>
      <button name="status" value="Rejected" class="quiet">
        {words.queue.reject}
      </button>
    </p>
  </>
)

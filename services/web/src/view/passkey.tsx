import type { Words } from '../words/words.ts'

interface PasskeyProps {
  words: Words
  act: 'sign-in' | 'confirm' | 'make'
  label: string
  /** Where signing in leads. */
  next?: string
  /** Whose passkey is made. */
  member?: string
}

/** A button in a form for `passkeys.js`, which shows it where the browser has passkeys. */
export const Passkey = ({ words, act, label, next, member }: PasskeyProps) => (
  <div
    class="passkey"
    hidden
    data-passkey={act}
    data-failed={words.factors.passkeyFailed}
    data-banned={words.refusals['account is banned']}
    data-next={next}
    data-member={member}
  >
    <p class="problem" role="alert"></p>
    <button type="button" class="quiet">
      {label}
    </button>
  </div>
)

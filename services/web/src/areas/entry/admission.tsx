import type { Schemas } from '@agora/client'
import { useContext } from 'hono/jsx'
import { ifThere } from '../../api.ts'
import type { Form } from '../../http/form.ts'
import { page } from '../../http/outcome.ts'
import type { Visit } from '../../http/visit.ts'
import { readText } from '../../texts.ts'
import { Content } from '../../view/content.tsx'
import { RefusedForm } from '../../view/fields.tsx'
import { locales } from '../../words/words.ts'
import type { Sent } from './form.ts'

interface Admitted {
  isRefused: false
  invitation: string
  /** What is to be accepted. */
  rules: Awaited<ReturnType<typeof readText>> | undefined
  isAccepted: boolean
}

interface Refused {
  isRefused: true
  text: string
}

/** What who registers needs besides an account: an invitation, the rules. The API judges it again. */
export async function admissionFor(
  visit: Visit,
  { form, problem }: Partial<Sent>,
): Promise<Admitted | Refused> {
  const { words, query, registration } = visit
  const invitation = form?.text('invitation') ?? query.get('invitation') ?? ''
  const { refusals } = words
  if (registration.registration === 'Closed')
    return { isRefused: true, text: refusals['registration is closed'] }
  if (registration.registration === 'Invitation' && invitation === '')
    return { isRefused: true, text: refusals['invitation is required'] }
  // The API may know more than the settings that this service has read last.
  const isAsked = registration.accepts_rules || problem?.field === 'rules'
  const rules = isAsked ? await ifThere(readText(visit, 'rules')) : undefined
  return { isRefused: false, invitation, rules, isAccepted: form?.has('rules') ?? false }
}

/** The same as the API takes it. */
export function admissionIn(form: Form) {
  const [invitation, time] = [form.text('invitation'), form.text('rules_time')]
  const locale = locales.find((one) => one === form.text('rules_locale'))
  return {
    ...(invitation ? { invitation } : {}),
    ...(form.has('rules') && locale && time ? { accepted_rules: { locale, time } } : {}),
  } as Pick<Schemas['CreateUserBody'], 'invitation' | 'accepted_rules'>
}

export const refusedPage = ({ words }: Visit, text: string) =>
  page(
    words.entry.register.title,
    <div class="card narrow">
      <p>{text}</p>
      <p class="choices">
        <a class="button" href="/sign-in">
          {words.nav.signIn}
        </a>
        <a href="/">{words.toFrontPage}</a>
      </p>
    </div>,
    { isIndexed: false },
  )

interface Props {
  visit: Visit
  admission: Admitted
}

export function Admission({ visit, admission: { invitation, rules, isAccepted } }: Props) {
  const problem = useContext(RefusedForm)
  const { admission: own } = visit.words.entry
  const isWrong = problem?.field === 'rules'
  return (
    <>
      {invitation !== '' && <input type="hidden" name="invitation" value={invitation} />}
      {rules && (
        <div class="rules">
          <details>
            <summary>{own.readRules}</summary>
            <Content html={rules.html} locale={rules.locale} />
          </details>
          <input type="hidden" name="rules_locale" value={rules.locale} />
          <input type="hidden" name="rules_time" value={rules.time} />
          {isWrong && (
            <p class="problem" id="rules-problem" role="alert">
              {problem.text}
            </p>
          )}
          <p class="check">
            <input
              type="checkbox"
              id="rules"
              name="rules"
              required
              checked={isAccepted && !isWrong}
              aria-describedby={isWrong ? 'rules-problem' : undefined}
            />
            <label for="rules">{own.acceptRules}</label>
          </p>
        </div>
      )}
    </>
  )
}

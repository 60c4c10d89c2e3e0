import { must } from '../../api.ts'
import { confirmSelf } from '../../http/confirming.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { isWritten } from '../../texts.ts'
import { Check, PasswordAgain, type Problem, Radios } from '../../view/fields.tsx'
import { Done } from '../../view/parts.tsx'
import { PostForm, SubmitOr } from '../../view/post-form.tsx'
import { administrationPage } from './frame.tsx'

const here = '/administration/registration'
const modes = ['Open', 'Invitation', 'Closed'] as const
const inviters = ['Administrators', 'Moderators'] as const

interface Settings {
  registration: (typeof modes)[number]
  accepts_rules: boolean
  inviters: (typeof inviters)[number]
}

export const showRegistration: Reader = async (visit) =>
  registrationPage(visit, await must(visit.api.GET('/api/v1/site')))

export const changeRegistration: Writer = async (visit, _params, form) => {
  const settings: Settings = {
    registration: modes.find((one) => one === form.text('registration')) ?? 'Open',
    accepts_rules: form.has('accepts_rules'),
    inviters: inviters.find((one) => one === form.text('inviters')) ?? 'Administrators',
  }
  const save = () => must(visit.api.PATCH('/api/v1/site', { body: settings }))
  const { refusal } = await attempt(confirmSelf(visit, form).then(save))
  return refusal ? registrationPage(visit, settings, problemOf(refusal, visit)) : redirect(`${here}?done=1`)
}

function registrationPage(visit: Visit, settings: Settings, problem?: Problem) {
  const { words, query } = visit
  const { registration: own } = words.administration
  return administrationPage(
    visit,
    own.title,
    <>
      {query.has('done') && !problem && <Done>{own.saved}</Done>}
      <PostForm visit={visit} to={here} problem={problem}>
        <Radios
          name="registration"
          label={own.who}
          value={settings.registration}
          options={modes.map((one) => [one, own.modes[one]] as const)}
        />
        <Radios
          name="inviters"
          label={own.inviters}
          value={settings.inviters}
          options={inviters.map((one) => [one, own.by[one]] as const)}
        />
        <Check name="accepts_rules" label={own.acceptsRules} isChecked={settings.accepts_rules} />
        {!isWritten(visit, 'rules') && (
          <p class="hint">
            {own.noRules} <a href="/administration/texts">{words.administration.texts.title}</a>
          </p>
        )}
        <PasswordAgain words={words} />
        <SubmitOr label={words.compose.save} to="/invitations" link={words.invitations.title} />
      </PostForm>
    </>,
    { problem },
  )
}

import type { Schemas } from '@agora/client'
import type { Visit } from '../../http/visit.ts'
import { Check, FormProblem, Input, type Problem, Select } from '../../view/fields.tsx'
import { FormToken } from '../../view/parts.tsx'

interface DisplayNameProps {
  visit: Visit
  name: string
  username: string | null | undefined
  /** What was written in a form that is shown again. */
  written: string | undefined
  problem: Problem | undefined
}

export function DisplayName({ visit, name, username, written, problem }: DisplayNameProps) {
  const { words } = visit
  return (
    <form method="post" action="/account/name" class="card">
      <h2>{words.account.name}</h2>
      <FormToken visit={visit} />
      <FormProblem problem={problem} />
      <Input
        name="display_name"
        label={words.account.displayName}
        hint={words.account.signsInWith(username ?? '')}
        value={written ?? name}
        isRequired
        maxLength={512}
        autocomplete="nickname"
        problem={problem}
      />
      <button>{words.compose.save}</button>
    </form>
  )
}

export function Password({ visit, problem }: { visit: Visit; problem: Problem | undefined }) {
  const { words } = visit
  return (
    <form method="post" action="/account/password" class="card" id="password-form">
      <h2>{words.account.password}</h2>
      <FormToken visit={visit} />
      <FormProblem problem={problem} />
      <Input
        name="current_password"
        type="password"
        label={words.account.currentPassword}
        isRequired
        autocomplete="current-password"
        problem={problem}
      />
      <Input
        name="password"
        type="password"
        label={words.account.newPassword}
        hint={words.account.passwordHint}
        isRequired
        autocomplete="new-password"
        problem={problem}
      />
      <button>{words.account.changePassword}</button>
    </form>
  )
}

interface NotificationSettingsProps {
  visit: Visit
  settings: Schemas['ForumNotificationSettings']
  problem: Problem | undefined
}

export function NotificationSettings({ visit, settings, problem }: NotificationSettingsProps) {
  const { words } = visit
  return (
    <form method="post" action="/account/notifications" class="card" id="notifications">
      <h2>{words.notifications.title}</h2>
      <FormToken visit={visit} />
      <FormProblem problem={problem} />
      <p class="check">
        <input type="checkbox" id="auto_watch" name="auto_watch" checked={settings.auto_watch} />
        <label for="auto_watch">{words.account.autoWatch}</label>
      </p>
      <Select
        name="email_digest"
        label={words.account.digest}
        value={settings.email}
        options={(['Never', 'Daily', 'Weekly'] as const).map((one) => [one, words.account.digests[one]])}
      />
      {settings.reports !== undefined && (
        <Check name="reports" label={words.account.reports} isChecked={settings.reports === 'Live'} />
      )}
      <button>{words.compose.save}</button>
    </form>
  )
}

import type { Schemas } from '@agora/client'
import type { Visit } from '../../http/visit.ts'
import { Check, CurrentPassword, Input, NewPassword, type Problem, Select } from '../../view/fields.tsx'
import { PostForm } from '../../view/post-form.tsx'

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
    <PostForm visit={visit} to="/account/name" heading={words.account.name} problem={problem}>
      <Input
        name="display_name"
        label={words.account.displayName}
        hint={words.account.signsInWith(username ?? '')}
        value={written ?? name}
        isRequired
        maxLength={512}
        autocomplete="nickname"
      />
      <button>{words.compose.save}</button>
    </PostForm>
  )
}

export function Password({ visit, problem }: { visit: Visit; problem: Problem | undefined }) {
  const { words } = visit
  return (
    <PostForm
      visit={visit}
      to="/account/password"
      id="password-form"
      heading={words.account.password}
      problem={problem}
    >
      <CurrentPassword label={words.account.currentPassword} />
      <NewPassword label={words.account.newPassword} hint={words.account.passwordHint} />
      <button>{words.account.changePassword}</button>
    </PostForm>
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
    <PostForm
      visit={visit}
      to="/account/notifications"
      id="notifications"
      heading={words.notifications.title}
      problem={problem}
    >
      <Check name="auto_watch" label={words.account.autoWatch} isChecked={settings.auto_watch} />
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
    </PostForm>
  )
}

import type { Schemas } from '@agora/client'
import type { Form } from '../../http/form.ts'
import { type Attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { Check, Input, type Problem, TextArea } from '../../view/fields.tsx'

const scopes = ['base', 'forum_read', 'forum_write', 'forum_moderate'] as const
type Scope = (typeof scopes)[number]

/** What an administrator decides of a client, at its registration and later. */
export interface ClientSettings {
  name: string
  home: string
  /** The first is where members return if a request names none. */
  callbacks: readonly string[]
  /** It cannot send PKCE; for a public one this counts for nothing. */
  isWithoutPkce: boolean
  scopes: readonly Scope[]
}

export const noSettings: ClientSettings = {
  name: '',
  home: '',
  callbacks: [],
  isWithoutPkce: false,
  scopes: ['base'],
}

const linesOf = (text: string) =>
  text
    .split(/\s+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

export const settingsIn = (form: Form): ClientSettings => ({
  name: form.text('client_name').trim(),
  home: form.text('app_uri').trim(),
  callbacks: linesOf(form.text('callback_uri')),
  isWithoutPkce: form.has('without_pkce'),
  scopes: scopes.filter((scope) => form.all('scope').includes(scope)),
})

export const settingsOf = (client: Schemas['ClientDetail']): ClientSettings => ({
  name: client.display_name,
  home: client.app_uri,
  callbacks: client.callback_uris,
  isWithoutPkce: client.pkce === 'optional',
  scopes: scopes.filter((scope) => client.allowed_scopes[scope]),
})

/** As the API takes them; a client without a secret is public. */
export const bodyOf = (settings: ClientSettings, isPublic: boolean) => ({
  display_name: settings.name,
  app_uri: settings.home,
  ...(settings.callbacks.length > 1
    ? { callback_uris: [...settings.callbacks] }
    : { callback_uri: settings.callbacks[0] ?? '' }),
  ...(isPublic
    ? { public: true }
    : { pkce: settings.isWithoutPkce ? ('optional' as const) : ('required' as const) }),
  allowed_scopes: Object.fromEntries(
    scopes.map((scope) => [scope, settings.scopes.includes(scope)]),
  ) as Record<Scope, boolean>,
})

/** What the API refused, beside the field that it is about. */
export function problemOfClient(
  refusal: NonNullable<Attempt<unknown>['refusal']>,
  visit: Visit,
  { callbacks }: ClientSettings,
): Problem {
  const ofCallbacks = ['callback_uris', ...callbacks.map((_, index) => `callback_uris.${index}`)]
  return problemOf(refusal, visit, {
    display_name: 'client_name',
    ...Object.fromEntries(ofCallbacks.map((name) => [name, 'callback_uri'])),
  })
}

interface SettingsFieldsProps {
  visit: Visit
  settings: ClientSettings
}

export function NameFields({ visit, settings }: SettingsFieldsProps) {
  const { clients: own } = visit.words.administration
  return (
    <>
      <Input
        name="client_name"
        label={own.name}
        hint={own.nameHint}
        value={settings.name}
        isRequired
        maxLength={32}
      />
      <Input name="app_uri" type="url" label={own.home} value={settings.home} isRequired maxLength={2_048} />
      <TextArea
        name="callback_uri"
        label={own.callback}
        hint={own.callbackHint}
        value={settings.callbacks.join('\n')}
        rows={2}
        isRequired
      />
    </>
  )
}

export const PkceField = ({ visit, settings }: SettingsFieldsProps) => (
  <Check
    name="without_pkce"
    label={visit.words.administration.clients.withoutPkce}
    isChecked={settings.isWithoutPkce}
  />
)

export function ScopeFields({ visit, settings }: SettingsFieldsProps) {
  const { clients: own } = visit.words.administration
  return (
    <fieldset class="plain">
      <legend>{own.scopes}</legend>
      {scopes.map((scope) => (
        <Check
          name="scope"
          value={scope}
          label={own.scope[scope]}
          isChecked={settings.scopes.includes(scope)}
        />
      ))}
    </fieldset>
  )
}

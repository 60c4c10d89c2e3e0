import { ApiRefusal, must } from '../../api.ts'
import { confirmSelf } from '../../http/confirming.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { Check, PasswordAgain, type Problem } from '../../view/fields.tsx'
import { PostForm, SubmitOr } from '../../view/post-form.tsx'
import {
  bodyOf,
  type ClientSettings,
  NameFields,
  PkceField,
  problemOfClient,
  ScopeFields,
  settingsIn,
  settingsOf,
} from './client-fields.tsx'
import {
  asSecret,
  findClient,
  listed,
  newSecret,
  type Settings,
  secretIn,
  secretPage,
} from './client-form.tsx'
import { administrationPage } from './frame.tsx'

async function clientAt(visit: Visit, ref: string): Promise<Settings> {
  const client = await findClient(visit, ref)
  if (!client) throw new ApiRefusal(404, 'not found')
  return client
}

export const showClient: Reader = async (visit, { client: ref = '' }) => {
  const client = await clientAt(visit, ref)
  return editPage(visit, client, { settings: settingsOf(client), secret: newSecret(), isRenewed: false })
}

interface Edited {
  settings: ClientSettings
  /** Made with the form, so that sending it twice gives the client the same one. */
  secret: string
  isRenewed: boolean
}

export const editClient: Writer = async (visit, { client: ref = '' }, form) => {
  const client = await clientAt(visit, ref)
  const settings = settingsIn(form)
  const secret = secretIn(form)
  const isRenewed = !client.is_public && form.has('new_secret')
  const save = () =>
    must(
      visit.api.PUT('/api/v1/oauth_clients/{client_ref}', {
        params: { path: { client_ref: client.id } },
        body: { ...bodyOf(settings, client.is_public), ...(isRenewed ? { secret: asSecret(secret) } : {}) },
      }),
    )
  const { refusal } = await attempt(confirmSelf(visit, form).then(save))
  if (refusal)
    return editPage(visit, client, { settings, secret, isRenewed }, problemOfClient(refusal, visit, settings))
  if (!isRenewed) return redirect(listed)
  const renamed = { ...client, display_name: settings.name }
  return secretPage(visit, renamed, secret, visit.words.administration.clients.changed)
}

function editPage(
  visit: Visit,
  client: Settings,
  { settings, secret, isRenewed }: Edited,
  problem?: Problem,
) {
  const { words } = visit
  const { clients: own } = words.administration
  return administrationPage(
    visit,
    client.display_name,
    <PostForm visit={visit} to={`${listed}/${client.id}`} class="card narrow" problem={problem}>
      <input type="hidden" name="secret" value={secret} />
      <p>
        <code>{client.key}</code>
      </p>
      <NameFields visit={visit} settings={settings} />
      {!client.is_public && <PkceField visit={visit} settings={settings} />}
      <ScopeFields visit={visit} settings={settings} />
      {!client.is_public && <Check name="new_secret" label={own.newSecret} isChecked={isRenewed} />}
      <PasswordAgain words={words} />
      <SubmitOr label={words.compose.save} to={listed} link={words.back} />
    </PostForm>,
    { crumbs: [{ href: listed, name: own.title }], problem },
  )
}

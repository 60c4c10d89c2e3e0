import { randomBytes } from 'node:crypto'
import type { Schemas } from '@agora/client'
import { maybe, must } from '../../api.ts'
import { confirmSelf } from '../../http/confirming.ts'
import type { Form } from '../../http/form.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { Input, PasswordAgain, type Problem, Select } from '../../view/fields.tsx'
import { Done } from '../../view/parts.tsx'
import { PostForm, SubmitOr } from '../../view/post-form.tsx'
import {
  bodyOf,
  type ClientSettings,
  NameFields,
  noSettings,
  PkceField,
  problemOfClient,
  ScopeFields,
  settingsIn,
  settingsOf,
} from './client-fields.tsx'
import { administrationPage } from './frame.tsx'

export type Settings = Schemas['ClientDetail']

export const listed = '/administration/clients'
const handle = /^[a-z_][a-z0-9_]{1,31}$/

interface Written extends ClientSettings {
  /** Made with the form, so that sending it twice registers the same client. */
  secret: string
  handle: string
  isPublic: boolean
}

export const newSecret = () => randomBytes(32).toString('hex')
export const asSecret = (secret: string) => Buffer.from(secret, 'utf8').toString('hex')
/** The secret that was made with a form. */
export const secretIn = (form: Form): string =>
  /^[0-9a-f]{64}$/.test(form.text('secret')) ? form.text('secret') : newSecret()

const blank = (): Written => ({ ...noSettings, secret: newSecret(), handle: '', isPublic: false })

const writtenIn = (form: Form): Written => ({
  ...settingsIn(form),
  secret: secretIn(form),
  handle: form
    .text('client_key')
    .trim()
    .replace(/@clients$/, ''),
  isPublic: form.text('public') === 'true',
})

export const findClient = ({ api }: Visit, ref: string): Promise<Settings | undefined> =>
  maybe(api.GET('/api/v1/oauth_clients/{client_ref}', { params: { path: { client_ref: ref } } }))

const isSame = (client: Settings, { name, home, callbacks, isPublic }: Written): boolean => {
  const known = settingsOf(client)
  return (
    known.name === name &&
    known.home === home &&
    known.callbacks.join(' ') === callbacks.join(' ') &&
    client.is_public === isPublic
  )
}

export const showNewClient: Reader = async (visit) => clientPage(visit, blank())

export const createClient: Writer = async (visit, _params, form) => {
  const { words } = visit
  const written = writtenIn(form)
  const refuse = (text: string, status: number) =>
    clientPage(visit, written, { field: 'client_key', text, status })
  if (!handle.test(written.handle)) return refuse(words.fieldProblems.client_key, 422)
  const known = await findClient(visit, `${written.handle}@clients`)
  // Sending a form twice registers the same client again.
  if (known && !isSame(known, written)) return refuse(words.administration.clients.taken, 409)
  const { value: client, refusal } = await attempt(
    confirmSelf(visit, form).then(() => register(visit, written)),
  )
  if (refusal) return clientPage(visit, written, problemOfClient(refusal, visit, written))
  const secret = written.isPublic ? undefined : written.secret
  return secretPage(visit, client, secret, words.administration.clients.registered)
}

const register = ({ api }: Visit, written: Written) =>
  must(
    api.PUT('/api/v1/oauth_clients/{client_ref}', {
      params: { path: { client_ref: `${written.handle}@clients` } },
      body: {
        ...bodyOf(written, written.isPublic),
        ...(written.isPublic ? {} : { secret: asSecret(written.secret) }),
      },
    }),
  )

function clientPage(visit: Visit, written: Written, problem?: Problem) {
  const { words } = visit
  const { clients: own } = words.administration
  return administrationPage(
    visit,
    own.add,
    <PostForm visit={visit} to={`${listed}/new`} class="card narrow" problem={problem}>
      <input type="hidden" name="secret" value={written.secret} />
      <Input
        name="client_key"
        label={own.key}
        hint={own.keyHint}
        value={written.handle}
        isRequired
        maxLength={40}
      />
      <NameFields visit={visit} settings={written} />
      <Select
        name="public"
        label={own.kind}
        value={String(written.isPublic)}
        options={[
          ['false', own.confidential],
          ['true', own.isPublic],
        ]}
      />
      <PkceField visit={visit} settings={written} />
      <ScopeFields visit={visit} settings={written} />
      <PasswordAgain words={words} />
      <SubmitOr label={own.add} to={listed} link={words.back} />
    </PostForm>,
    { crumbs: [{ href: listed, name: own.title }], problem },
  )
}

/** The only page that ever shows a secret; undefined for a client that has none. */
export function secretPage(
  visit: Visit,
  client: Pick<Settings, 'key' | 'display_name'>,
  secret: string | undefined,
  done: string,
) {
  const { clients: own } = visit.words.administration
  return administrationPage(
    visit,
    client.display_name,
    <div class="card narrow">
      <Done>{done}</Done>
      <dl class="facts-list">
        <dt>client_id</dt>
        <dd>
          <code>{client.key}</code>
        </dd>
        {secret !== undefined && (
          <>
            <dt>client_secret</dt>
            <dd>
              <code>{secret}</code>
            </dd>
          </>
        )}
      </dl>
      {secret !== undefined && <p>{own.secretOnce}</p>}
      <p class="choices">
        <a href={listed}>{own.title}</a>
      </p>
    </div>,
    { crumbs: [{ href: listed, name: own.title }] },
  )
}

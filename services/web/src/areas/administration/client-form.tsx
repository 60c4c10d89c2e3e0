import { randomBytes } from 'node:crypto'
import { maybe, must } from '../../api.ts'
import { confirmSelf } from '../../http/confirming.ts'
import type { Form } from '../../http/form.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { Check, FormProblem, Input, PasswordAgain, type Problem, Select } from '../../view/fields.tsx'
import { FormToken, Notice } from '../../view/parts.tsx'
import type { Client } from './clients.tsx'
import { administrationPage } from './frame.tsx'

const listed = '/administration/clients'
const handle = /^[a-z_][a-z0-9_]{1,31}$/
const scopes = ['base', 'forum_read', 'forum_write', 'forum_moderate'] as const
type Scope = (typeof scopes)[number]

interface Written {
  /** Made with the form, so that sending it twice registers the same client. */
  secret: string
  handle: string
  name: string
  home: string
  callback: string
  isPublic: boolean
  /** It cannot send PKCE; for a public one this counts for nothing. */
  isWithoutPkce: boolean
  scopes: readonly Scope[]
}

const blank = (): Written => ({
  secret: randomBytes(32).toString('hex'),
  handle: '',
  name: '',
  home: '',
  callback: '',
  isPublic: false,
  isWithoutPkce: false,
  scopes: ['base'],
})

const writtenIn = (form: Form): Written => ({
  secret: /^[0-9a-f]{64}$/.test(form.text('secret')) ? form.text('secret') : blank().secret,
  handle: form
    .text('client_key')
    .trim()
    .replace(/@clients$/, ''),
  name: form.text('client_name').trim(),
  home: form.text('app_uri').trim(),
  callback: form.text('callback_uri').trim(),
  isPublic: form.text('public') === 'true',
  isWithoutPkce: form.has('without_pkce'),
  scopes: scopes.filter((scope) => form.all('scope').includes(scope)),
})

const clientOf = ({ api }: Visit, key: string): Promise<Client | undefined> =>
  maybe(api.GET('/api/v1/oauth_clients/{client_ref}', { params: { path: { client_ref: key } } }))

const isSame = (client: Client, { name, home, callback, isPublic }: Written): boolean =>
  client.display_name === name &&
  client.app_uri === home &&
  client.callback_uri === callback &&
  (client.public ?? false) === isPublic

export const showNewClient: Reader = async (visit) => clientPage(visit, blank())

export const createClient: Writer = async (visit, _params, form) => {
  const { words } = visit
  const written = writtenIn(form)
  const refuse = (text: string, status: number) =>
    clientPage(visit, written, { field: 'client_key', text, status })
  if (!handle.test(written.handle)) return refuse(words.fieldProblems.client_key, 422)
  const known = await clientOf(visit, `${written.handle}@clients`)
  // Sending a form twice registers the same client again.
  if (known && !isSame(known, written)) return refuse(words.administration.clients.taken, 409)
  const { value: client, refusal } = await attempt(
    confirmSelf(visit, form).then(() => register(visit, written)),
  )
  if (refusal) return clientPage(visit, written, problemOf(refusal, visit, { display_name: 'client_name' }))
  return registeredPage(visit, client, written)
}

const register = ({ api }: Visit, written: Written): Promise<Client> =>
  must(
    api.PUT('/api/v1/oauth_clients/{client_ref}', {
      params: { path: { client_ref: `${written.handle}@clients` } },
      body: {
        display_name: written.name,
        app_uri: written.home,
        callback_uri: written.callback,
        ...(written.isPublic
          ? { public: true }
          : {
              secret: Buffer.from(written.secret, 'utf8').toString('hex'),
              pkce: written.isWithoutPkce ? 'optional' : 'required',
            }),
        allowed_scopes: Object.fromEntries(
          scopes.map((scope) => [scope, written.scopes.includes(scope)]),
        ) as Record<Scope, boolean>,
      },
    }),
  )

function clientPage(visit: Visit, written: Written, problem?: Problem) {
  const { words } = visit
  const { clients: own } = words.administration
  return administrationPage(
    visit,
    own.add,
    <form method="post" action={`${listed}/new`} class="card narrow">
      <FormToken visit={visit} />
      <input type="hidden" name="secret" value={written.secret} />
      <FormProblem problem={problem} />
      <Input
        name="client_key"
        label={own.key}
        hint={own.keyHint}
        value={written.handle}
        isRequired
        maxLength={40}
        problem={problem}
      />
      <Input
        name="client_name"
        label={own.name}
        hint={own.nameHint}
        value={written.name}
        isRequired
        maxLength={32}
        problem={problem}
      />
      <Input
        name="app_uri"
        type="url"
        label={own.home}
        value={written.home}
        isRequired
        maxLength={2_048}
        problem={problem}
      />
      <Input
        name="callback_uri"
        type="url"
        label={own.callback}
        hint={own.callbackHint}
        value={written.callback}
        isRequired
        maxLength={2_048}
        problem={problem}
      />
      <Select
        name="public"
        label={own.kind}
        value={String(written.isPublic)}
        options={[
          ['false', own.confidential],
          ['true', own.isPublic],
        ]}
      />
      <Check name="without_pkce" label={own.withoutPkce} isChecked={written.isWithoutPkce} />
      <fieldset class="plain">
        <legend>{own.scopes}</legend>
        {scopes.map((scope) => (
          <Check
            name="scope"
            value={scope}
            label={own.scope[scope]}
            isChecked={written.scopes.includes(scope)}
          />
        ))}
      </fieldset>
      <PasswordAgain words={words} problem={problem} />
      <p class="choices">
        <button>{own.add}</button>
        <a href={listed}>{words.back}</a>
      </p>
    </form>,
    { crumbs: [{ href: listed, name: own.title }], status: problem?.status ?? 200 },
  )
}

/** The only page that ever shows the secret. */
function registeredPage(visit: Visit, client: Client, { secret, isPublic }: Written) {
  const { clients: own } = visit.words.administration
  return administrationPage(
    visit,
    client.display_name,
    <div class="card narrow">
      <Notice kind="good">
        <p>{own.registered}</p>
      </Notice>
      <dl class="facts-list">
        <dt>client_id</dt>
        <dd>
          <code>{client.key}</code>
        </dd>
        {!isPublic && (
          <>
            <dt>client_secret</dt>
            <dd>
              <code>{secret}</code>
            </dd>
          </>
        )}
      </dl>
      {!isPublic && <p>{own.secretOnce}</p>}
      <p class="choices">
        <a href={listed}>{own.title}</a>
      </p>
    </div>,
    { crumbs: [{ href: listed, name: own.title }] },
  )
}

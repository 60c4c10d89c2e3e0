import type { Schemas } from '@agora/client'
import { ApiRefusal, must } from '../../api.ts'
import { confirmSelf } from '../../http/confirming.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { PasswordAgain, type Problem } from '../../view/fields.tsx'
import { Meta, Paging, Rows } from '../../view/parts.tsx'
import { PostForm, SubmitOr } from '../../view/post-form.tsx'
import { administrationPage } from './frame.tsx'

type Client = Schemas['OauthClient']

const PER_PAGE = 25
const listed = '/administration/clients'

/** Whether the configuration registers the client at every start. */
const isConfigured = ({ config }: Visit, client: Client): boolean =>
  config.clients.some(({ id, key }) => key === client.key || id?.toLowerCase() === client.id)

export const showClients: Reader = async (visit) => {
  const { api, words, query } = visit
  const { clients: own } = words.administration
  const current = pageNumber(query)
  const clients = await must(
    api.GET('/api/v1/oauth_clients', {
      params: { query: { offset: (current - 1) * PER_PAGE, limit: PER_PAGE } },
    }),
  )
  return administrationPage(
    visit,
    own.title,
    <>
      <Rows items={clients.items} none={own.none}>
        {(client) => <ClientRow visit={visit} client={client} />}
      </Rows>
      <Paging visit={visit} path={listed} count={clients.count} size={PER_PAGE} current={current} />
    </>,
    {
      aside: (
        <a class="button" href={`${listed}/new`}>
          {own.add}
        </a>
      ),
    },
  )
}

function ClientRow({ visit, client }: { visit: Visit; client: Client }) {
  const { clients: own, sections } = visit.words.administration
  return (
    <li class="row">
      <div class="row-main">
        <h2>{client.display_name}</h2>
        <Meta>
          <code>{client.key}</code>
          {client.public && <span class="badge">{own.public}</span>}
          <a href={client.app_uri} rel="noopener">
            {client.app_uri}
          </a>
        </Meta>
        <p class="meta">
          {own.callback}: {client.callback_uri}
        </p>
      </div>
      <div class="row-side">
        {isConfigured(visit, client) ? (
          <span class="badge">{sections.configured}</span>
        ) : (
          <>
            <a class="button quiet" href={`${listed}/${client.id}`}>
              {own.edit}
            </a>
            <a class="button quiet" href={`${listed}/${client.id}/remove`}>
              {own.remove}
            </a>
          </>
        )}
      </div>
    </li>
  )
}

/** Warns first: removing a client ends its members' consent for good. */
export const showRemoval: Reader = async (visit, { client = '' }) => removalPage(visit, client)

function removalPage(visit: Visit, client: string, problem?: Problem) {
  const { words } = visit
  const { clients: own } = words.administration
  return administrationPage(
    visit,
    own.remove,
    <div class="card narrow">
      <p>{own.removeMeans}</p>
      <PostForm
        visit={visit}
        to={`${listed}/${encodeURIComponent(client)}/remove`}
        class=""
        problem={problem}
      >
        <PasswordAgain words={words} />
        <SubmitOr label={own.remove} to={listed} link={words.back} />
      </PostForm>
    </div>,
    { crumbs: [{ href: listed, name: own.title }], problem },
  )
}

export const removeClient: Writer = async (visit, { client = '' }, form) => {
  const path = { client_ref: client }
  const remove = () => must(visit.api.DELETE('/api/v1/oauth_clients/{client_ref}', { params: { path } }))
  const removing = confirmSelf(visit, form).then(remove)
  // Already removed by somebody else is fine.
  const { refusal } = await attempt(removing.catch(unlessGone))
  return refusal ? removalPage(visit, client, problemOf(refusal, visit)) : redirect(listed)
}

function unlessGone(error: unknown): void {
  if (!(error instanceof ApiRefusal) || error.status !== 404) throw error
}

import type { Scope } from '@agora/shared/contracts/principal'
import type { Server } from '@agora/shared/http/types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { Type } from 'typebox'
import { allowedScopes, cutScopes } from '../oauth/scopes.ts'
import { type RequestSession, sessionOf } from '../oauth/sessions.ts'
import { insertGrant, type OauthClientRow, readOauthClient } from '../oauth/store.ts'
import { formFields, page } from './forms.ts'
import { html } from './html.ts'
import { staleForm } from './messages.ts'
import { hidden, message } from './parts.ts'
import { memberName, type Site, show } from './site.ts'

const meaning: Record<Scope, string> = {
  base: 'see who you are: your display name and your member number, and the applications that you own here',
  'forum:read': 'read the forum as you, with what you have read and what is new to you',
  'forum:write': 'write in the forum as you: open threads, answer, edit your posts, report',
  'forum:moderate': 'moderate as you, wherever you have a moderator’s role',
}

const params = Type.Object({ uid: Type.String() })
const ConsentForm = Type.Object({
  decision: Type.Optional(Type.String()),
  'form-token': formFields['form-token'],
})

/** A request that waits for the consent of whoever asks for this page. */
interface Waiting {
  session: RequestSession
  client: OauthClientRow
  scopes: readonly Scope[]
}

/** Where a member decides what an application may do. */
export function consentRoutes(app: Server, site: Site): void {
  const { context, tokens } = site

  app.get('/consent/:uid', { ...page, schema: { params } }, async (request, reply) => {
    const waiting = await accessWaiting(site, await site.provider(), request, reply, request.params.uid)
    return waiting ? showConsent(site, request, reply, waiting) : showExpired(site, reply)
  })

  app.post('/consent/:uid', { ...page, schema: { params, body: ConsentForm } }, async (request, reply) => {
    const provider = await site.provider()
    const { uid } = request.params
    const { decision } = request.body
    const waiting = await accessWaiting(site, provider, request, reply, uid)
    if (!waiting) return showExpired(site, reply)
    if (!tokens.isValid(request, request.body['form-token']) || !/^(allow|refuse)$/.test(decision ?? ''))
      return showConsent(site, request, reply, waiting, staleForm)

    const { client, scopes, session } = waiting
    const grantId =
      decision === 'allow'
        ? await insertGrant(context.pool, { sessionId: session.sessionId, clientId: client.id, scopes })
        : undefined
    if (decision === 'allow' && grantId === undefined) return showExpired(site, reply)
    await provider.interactionResult(
      request.raw,
      reply.raw,
      grantId === undefined
        ? { error: 'access_denied', error_description: 'the member did not agree' }
        : { consent: { grantId } },
      { mergeWithLastSubmission: false },
    )
    // A page in between, since a browser holds redirects of a form to this page's policy for forms, however far they go.
    const back = `/oauth/authorize/${uid}`
    return show(site, reply, {
      title: `Back to ${client.displayName}`,
      body: html`<p><a href="${back}">Go on</a> if nothing happens.</p>`,
      continueTo: back,
    })
  })
}

/**
 * The request behind a consent page, if it waits for this very browser, session and member. Its client is allowed no
 * more than it is now, whatever it was when it asked.
 */
async function accessWaiting(
  { context }: Site,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  uid: string,
): Promise<Waiting | undefined> {
  const session = sessionOf(request)
  const interaction = await provider.interactionDetails(request.raw, reply.raw).catch((error: Error) => {
    if (error.name === 'SessionNotFound') return undefined
    throw error
  })
  if (!session || !interaction || interaction.uid !== uid) return undefined
  if (interaction.session?.uid !== session.sessionId) return undefined
  const { client_id: clientId, scope } = interaction.params
  const client = await readOauthClient(context.pool, String(clientId))
  if (!client) return undefined
  const scopes = cutScopes(String(scope).split(' '), allowedScopes(client.allowedScopes))
  return scopes.length === 0 ? undefined : { session, client, scopes }
}

function showConsent(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  { client, scopes }: Waiting,
  problem?: string,
) {
  const body = html`
${message(problem)}
<p><strong>${client.displayName}</strong> (<a href="${client.appUri}" rel="noopener noreferrer">${
    new URL(client.appUri).host
  }</a>) asks for access to your account, <strong>${memberName(request)}</strong>. It could:</p>
<ul class="scopes">${scopes.map((scope) => html`<li>${meaning[scope]}</li>`)}</ul>
<p>It does not learn your password. Whatever you choose, you are taken to
 <strong>${new URL(client.callbackUri).host}</strong>.</p>
<form method="post">
${hidden('form-token', site.tokens.issue(request, reply))}
<p class="choices">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="refuse" class="quiet">Refuse</button>
</p>
</form>`
  return show(site, reply, {
    title: `${client.displayName} asks for access`,
    body,
    status: problem === undefined ? 200 : 403,
  })
}

const showExpired = (site: Site, reply: FastifyReply) =>
  show(site, reply, {
    title: 'This request has expired',
    body: html`
<p>The application’s request was answered already, has waited for too long, or belongs to another sign-in.
 Go back to the application and start again.</p>
<p><a href="/">To the front page</a></p>`,
    status: 400,
  })

import { transactions } from '@agora/shared/database/database'
import type { Server } from '@agora/shared/http/types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { Type } from 'typebox'
import { allowedScopes, type GrantScope, grantableScopes } from '../oauth/scopes.ts'
import { type RequestSession, sessionOf } from '../oauth/sessions.ts'
import { insertGrant, type OauthClientRow, readOauthClient } from '../oauth/store.ts'
import { formFields, page } from './forms.ts'
import { html } from './html.ts'
import { hidden, message } from './parts.ts'
import { memberName, type Site, show } from './site.ts'
import { wordsFor } from './words/words.ts'

const params = Type.Object({ uid: Type.String() })
const ConsentForm = Type.Object({
  decision: Type.Optional(Type.String()),
  'form-token': formFields['form-token'],
})

/** A request that waits for the consent of the visitor to this page. */
interface Waiting {
  session: RequestSession
  client: OauthClientRow
  scopes: readonly GrantScope[]
  /** Where the answer goes. */
  redirectUri: string
}

/** The site that an address leads to, or a native application by its scheme. */
const destination = (uri: string) => new URL(uri).host || new URL(uri).protocol

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
      return showConsent(site, request, reply, waiting, wordsFor(request).staleForm)

    const { client, scopes, session } = waiting
    const grantId =
      decision === 'allow'
        ? await transactions(context.pool)((tx) =>
            insertGrant(tx, { clientId: client.id, scopes, ...session }),
          )
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
    // An intermediate page: browsers apply this page's form policy to every redirect that follows a form.
    const back = `/oauth/authorize/${uid}`
    const { consent: words } = wordsFor(request)
    return show(site, reply, {
      title: words.back(client.displayName),
      body: words.goOn(back),
      continueTo: back,
    })
  })
}

/**
 * The request behind a consent page, if it waits for this very browser, session and member. The client's current
 * allowance applies, not the one when it asked.
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
  const { client_id: clientId, scope, redirect_uri: redirectUri } = interaction.params
  const client = await readOauthClient(context.pool, String(clientId))
  if (!client) return undefined
  const scopes = grantableScopes(String(scope).split(' '), allowedScopes(client.allowedScopes))
  return scopes.length === 0
    ? undefined
    : { session, client, scopes, redirectUri: String(redirectUri ?? client.callbackUri) }
}

function showConsent(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  { client, scopes, redirectUri }: Waiting,
  problem?: string,
) {
  const { consent: words } = wordsFor(request)
  const body = html`
${message(problem)}
${words.asks(client.displayName, client.appUri, memberName(request))}
<ul class="scopes">${scopes.map((scope) => html`<li>${words.scopes[scope]}</li>`)}</ul>
${words.after(destination(redirectUri))}
<form method="post">
${hidden('form-token', site.tokens.issue(request, reply))}
<p class="choices">
<button name="decision" value="allow">${words.allow}</button>
<button name="decision" value="refuse" class="quiet">${words.refuse}</button>
</p>
</form>`
  return show(site, reply, {
    title: words.title(client.displayName),
    body,
    status: problem === undefined ? 200 : 403,
  })
}

function showExpired(site: Site, reply: FastifyReply) {
  const { consent: words, toFrontPage } = wordsFor(reply.request)
  return show(site, reply, {
    title: words.expired,
    body: html`
<p>${words.expiredText}</p>
<p><a href="/">${toFrontPage}</a></p>`,
    status: 400,
  })
}

import { SiteTexts } from '@agora/shared/contracts/internal-texts'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { deleteText } from './operations/delete-text.ts'
import { getText } from './operations/get-text.ts'
import { listSiteTexts } from './operations/list-site-texts.ts'
import { listTexts } from './operations/list-texts.ts'
import { putText } from './operations/put-text.ts'
import { SiteText, TextDeletion, TextInput, TextNames, TextParams, TextQuery } from './schemas.ts'

const listUrl = '/api/v1/forum/texts'
const url = `${listUrl}/:key`

/** What a site says itself: its welcome, rules, legal notice, privacy notice and contact, each in some languages. */
export const textRoutes = tagged('Forum texts', (app, context: Context) => {
  app.get(listUrl, {
    config: { access: access.anyone },
    schema: {
      operationId: 'listTexts',
      summary: 'List which pages of its own the site has',
      description: 'By their keys and languages, without their texts.',
      response: responses(TextNames),
    },
    handler: () => listTexts(context),
  })

  app.get(url, {
    config: { access: access.anyone },
    schema: {
      operationId: 'getText',
      summary: 'Read a page of the site',
      description: 'In the requested language if it exists, else in English or another one.',
      params: TextParams,
      querystring: TextQuery,
      response: responses(SiteText, [errors.textNotFound]),
    },
    handler: ({ principal, params, query }) => getText(context, principal, params.key, query),
  })

  app.put(url, {
    config: { access: access.administrator },
    schema: {
      operationId: 'putText',
      summary: 'Write a page of the site in one language',
      description: 'For administrators. The markup of a member’s post; nobody is mentioned in it.',
      params: TextParams,
      body: TextInput,
      response: responses(SiteText, [errors.bodyNotParsed, errors.bodyNotRendered, errors.textNotFound]),
    },
    handler: ({ params, body }) => putText(context, params.key, body),
  })

  app.delete(url, {
    config: { access: access.administrator },
    schema: {
      operationId: 'deleteText',
      summary: 'Remove a page of the site in one language',
      description: 'For administrators. The other languages stay.',
      params: TextParams,
      body: TextDeletion,
      response: responses(Type.Unsafe<undefined>({ description: 'An empty body.' }), [errors.textNotFound]),
    },
    handler: async ({ params, body }, reply) => {
      await deleteText(context, params.key, body.locale)
      return reply.send()
    },
  })

  app.get('/internal/texts', {
    config: { access: access.services('gateway') },
    schema: {
      operationId: 'listSiteTexts',
      summary: 'Says which rules the site has, for the gateway, where they are accepted',
      response: responses(SiteTexts),
    },
    handler: () => listSiteTexts(context),
  })
})

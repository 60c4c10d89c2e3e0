import { POSTS_PER_PAGE, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'

const PublicConfig = Type.Object({
  forum: Type.Object(
    {
      threads_per_page: Type.Integer({ description: 'For threads, reports and sanctions.' }),
      posts_per_page: Type.Integer({ description: 'For posts and revisions.' }),
    },
    { description: 'The length of a page without a `limit`.' },
  ),
  captcha: Type.Object(
    { enabled: Type.Boolean({ description: 'Whether registering requires a captcha.' }) },
    { description: 'The proof of work before registering and, at times, signing in.' },
  ),
})

export const configRoutes = tagged('config', (app, { captchaEnabled }: Context) => {
  const published = {
    forum: { threads_per_page: THREADS_PER_PAGE, posts_per_page: POSTS_PER_PAGE },
    captcha: { enabled: captchaEnabled },
  }
  app.get('/api/v1/config', {
    config: { access: access.anyone },
    schema: {
      operationId: 'getConfig',
      summary: 'What clients need to know about this instance',
      description: 'Public, the same for everybody: page sizes of the forum, and whether the captcha is on.',
      response: responses(PublicConfig),
    },
    handler: async () => published,
  })
})

import { POSTS_PER_PAGE, pageQuery, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { getMember } from './operations/get-member.ts'
import { getMemberHistory } from './operations/get-member-history.ts'
import { listMemberPosts } from './operations/list-member-posts.ts'
import { MemberHistory, MemberParams, MemberPosts, MemberSummary } from './schemas.ts'

export const memberRoutes = tagged('Forum members', (app, context: Context) => {
  app.get('/api/v1/forum/users/:user_id', {
    config: { access: access.anyone },
    schema: {
      operationId: 'getMember',
      summary: 'Read a summary of what a member has written',
      description: 'Counts and times of what everybody may see. They are kept, not counted.',
      params: MemberParams,
      response: responses(MemberSummary, [errors.userNotFound]),
    },
    handler: ({ principal, params }) => getMember(context, principal, params.user_id),
  })

  app.get('/api/v1/forum/users/:user_id/posts', {
    config: { access: access.anyone },
    schema: {
      operationId: 'listMemberPosts',
      summary: 'List what a member has written',
      description:
        'Newest first. Posts in deleted threads are listed for callers who may restore the thread.',
      params: MemberParams,
      querystring: pageQuery(POSTS_PER_PAGE),
      response: responses(MemberPosts, [errors.userNotFound]),
    },
    handler: ({ principal, params, query }) => listMemberPosts(context, principal, params.user_id, query),
  })

  app.get('/api/v1/forum/users/:user_id/history', {
    config: { access: access.member },
    schema: {
      operationId: 'getMemberHistory',
      summary: 'Read a member’s moderation history',
      description:
        'For callers who may sanction, within their scope: a section’s moderator sees that section, and forum-wide sanctions without their note.',
      tags: ['Forum sanctions'],
      params: MemberParams,
      querystring: pageQuery(THREADS_PER_PAGE),
      response: responses(MemberHistory, [common.forbidden, errors.userNotFound]),
    },
    handler: ({ principal, params, query }) => getMemberHistory(context, principal, params.user_id, query),
  })
})

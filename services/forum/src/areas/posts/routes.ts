import { POSTS_PER_PAGE, pageQuery } from '@agora/shared/contracts/pagination'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { PostParams } from '../../schemas.ts'
import { deletePost } from './operations/delete-post.ts'
import { getPost } from './operations/get-post.ts'
import { getPostSource } from './operations/get-post-source.ts'
import { updatePost } from './operations/update-post.ts'
import { PostDeletion, PostPatch, SinglePost } from './schemas.ts'

const tags = ['Forum posts']

export function postRoutes(app: Server, context: Context): void {
  app.get(
    '/api/v1/forum/posts/:post_ref',
    {
      config: { access: access.anyone },
      schema: {
        operationId: 'getPost',
        summary: 'Read a post and a page of its revisions',
        tags,
        params: PostParams,
        querystring: pageQuery(POSTS_PER_PAGE),
        response: responses(SinglePost, [common.invalidParameter, errors.postNotFound, common.internal]),
      },
    },
    ({ principal, params, query }) => getPost(context, principal, params.post_ref, query),
  )

  app.get(
    '/api/v1/forum/posts/:post_ref/source',
    {
      config: { access: access.anyone },
      schema: {
        operationId: 'getPostSource',
        summary: 'Read a post with the source of its revisions',
        tags,
        params: PostParams,
        querystring: pageQuery(POSTS_PER_PAGE),
        response: responses(SinglePost, [
          common.invalidParameter,
          errors.cannotReadSource,
          errors.postNotFound,
        ]),
      },
    },
    ({ principal, params, query }) => getPostSource(context, principal, params.post_ref, query),
  )

  app.patch(
    '/api/v1/forum/posts/:post_ref',
    {
      config: { access: access.anyone },
      schema: {
        operationId: 'updatePost',
        summary: 'Write a new revision of a post',
        tags,
        params: PostParams,
        body: PostPatch,
        response: responses(SinglePost, [
          errors.bodyNotParsed,
          errors.bodyNotRendered,
          errors.cannotUpdatePost,
          errors.postNotFound,
          common.invalidBody,
        ]),
      },
    },
    ({ principal, params, body }) => updatePost(context, principal, params.post_ref, body),
  )

  app.delete(
    '/api/v1/forum/posts/:post_ref',
    {
      config: { access: access.anyone, everyFailure: errors.cannotHidePost },
      schema: {
        operationId: 'deletePost',
        summary: 'Hide a post behind a moderation note',
        tags,
        params: PostParams,
        body: PostDeletion,
        response: responses(SinglePost, [errors.cannotHidePost]),
      },
    },
    ({ principal, params, body }) => deletePost(context, principal, params.post_ref, body),
  )
}

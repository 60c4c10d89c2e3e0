import { POSTS_PER_PAGE, pageQuery } from '@agora/shared/contracts/pagination'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { LocationQuery, PostLocation } from '../../resources/location.ts'
import { PostParams } from '../../resources/schemas.ts'
import { deletePost } from './operations/delete-post.ts'
import { getPost } from './operations/get-post.ts'
import { getPostLocation } from './operations/get-post-location.ts'
import { getPostSource } from './operations/get-post-source.ts'
import { previewPost } from './operations/preview-post.ts'
import { quotePost } from './operations/quote-post.ts'
import { updatePost } from './operations/update-post.ts'
import {
  PostDeletion,
  PostPatch,
  Preview,
  PreviewInput,
  Quotation,
  QuotationQuery,
  SinglePost,
} from './schemas.ts'

export const postRoutes = tagged('Forum posts', (app, context: Context) => {
  app.get('/api/v1/forum/posts/:post_ref', {
    config: { access: access.anyone },
    schema: {
      operationId: 'getPost',
      summary: 'Read a post and a page of its revisions',
      description:
        'Oldest revisions first. While a post is hidden, their content is null for all but moderators.',
      params: PostParams,
      querystring: pageQuery(POSTS_PER_PAGE),
      response: responses(SinglePost, [errors.postNotFound]),
    },
    handler: ({ principal, params, query }) => getPost(context, principal, params.post_ref, query),
  })

  app.get('/api/v1/forum/posts/:post_ref/source', {
    config: { access: access.anyone },
    schema: {
      operationId: 'getPostSource',
      summary: 'Read a post with the source of its revisions',
      description: 'The markup as it was written, for those who may edit the post.',
      params: PostParams,
      querystring: pageQuery(POSTS_PER_PAGE),
      response: responses(SinglePost, [errors.cannotReadSource, errors.postNotFound]),
    },
    handler: ({ principal, params, query }) => getPostSource(context, principal, params.post_ref, query),
  })

  app.get('/api/v1/forum/posts/:post_ref/location', {
    config: { access: access.anyone },
    schema: {
      operationId: 'getPostLocation',
      summary: 'Find a post’s location in its thread',
      description: 'The thread, and the post’s `offset` in the listing of its posts, from 0.',
      params: PostParams,
      querystring: LocationQuery,
      response: responses(PostLocation, [errors.postNotFound]),
    },
    handler: ({ principal, params, query }) => getPostLocation(context, principal, params.post_ref, query),
  })

  app.get('/api/v1/forum/posts/:post_ref/quotation', {
    config: { access: access.anyone },
    schema: {
      operationId: 'quotePost',
      summary: 'Get the markup that quotes a post',
      description: 'Without its own quotes and its mod and admin blocks.',
      params: PostParams,
      querystring: QuotationQuery,
      response: responses(Quotation, [errors.postNotFound]),
    },
    handler: ({ principal, params, query }) => quotePost(context, principal, params.post_ref, query),
  })

  app.post('/api/v1/forum/preview', {
    config: { access: access.resolvable },
    schema: {
      operationId: 'previewPost',
      summary: 'Preview a body',
      description: 'Writes nothing, and has the same errors as posting.',
      body: PreviewInput,
      response: responses(Preview, [
        errors.sectionNotFound,
        errors.cannotCreatePost,
        errors.sectionHoldsNoThreads,
        errors.bodyNotParsed,
        errors.bodyNotRendered,
      ]),
    },
    handler: ({ principal, body }) => previewPost(context, principal, body),
  })

  app.patch('/api/v1/forum/posts/:post_ref', {
    config: { access: access.anyone },
    schema: {
      operationId: 'updatePost',
      summary: 'Write a new revision of a post',
      description:
        'Where limits are on, an author’s edits of two minutes are one revision, whose id changes with each of them.',
      params: PostParams,
      body: PostPatch,
      response: responses(SinglePost, [
        errors.bodyNotParsed,
        errors.bodyNotRendered,
        errors.cannotUpdatePost,
        errors.postNotFound,
      ]),
    },
    handler: ({ principal, params, body }) => updatePost(context, principal, params.post_ref, body),
  })

  app.delete('/api/v1/forum/posts/:post_ref', {
    config: { access: access.anyone, everyFailure: errors.cannotHidePost },
    schema: {
      operationId: 'deletePost',
      summary: 'Hide a post behind a moderation note',
      description: 'For moderators. The text is hidden, not erased: a later revision can show it again.',
      params: PostParams,
      body: PostDeletion,
      response: responses(SinglePost, [errors.cannotHidePost]),
    },
    handler: ({ principal, params, body }) => deletePost(context, principal, params.post_ref, body),
  })
})

import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { MemberParams } from '../members/schemas.ts'
import { Preview } from '../posts/schemas.ts'
import { deleteProfile } from './operations/delete-profile.ts'
import { getProfile } from './operations/get-profile.ts'
import { previewProfile } from './operations/preview-profile.ts'
import { updateProfile } from './operations/update-profile.ts'
import { Profile, ProfileDeletion, ProfilePatch, ProfilePreviewInput } from './schemas.ts'

const url = '/api/v1/forum/users/:user_id/profile'

export const profileRoutes = tagged('Forum members', (app, context: Context) => {
  app.get(url, {
    config: { access: access.anyone },
    schema: {
      operationId: 'getProfile',
      summary: 'Read what a member says of themselves',
      description: 'The source of the text is for the member alone.',
      params: MemberParams,
      response: responses(Profile, [errors.userNotFound]),
    },
    handler: ({ principal, params }) => getProfile(context, principal, params.user_id),
  })

  app.patch('/api/v1/forum/self/profile', {
    config: { access: access.member },
    schema: {
      operationId: 'updateProfile',
      summary: 'Change what one says of oneself',
      description:
        'For whoever may post. The text has the markup of a member’s post, without pictures; it counts as an edit, and mentions notify nobody.',
      body: ProfilePatch,
      response: responses(Profile, [errors.bodyNotParsed, common.cannotWriteOwn]),
    },
    handler: ({ principal, body }) => updateProfile(context, principal, body),
  })

  app.post('/api/v1/forum/self/profile/preview', {
    config: { access: access.member },
    schema: {
      operationId: 'previewProfile',
      summary: 'Preview a text about oneself',
      description: 'Writes nothing, and has the same errors as saying it.',
      body: ProfilePreviewInput,
      response: responses(Preview, [errors.bodyNotParsed, common.cannotWriteOwn]),
    },
    handler: ({ principal, body }) => previewProfile(context, principal, body),
  })

  app.delete(url, {
    config: { access: access.member },
    schema: {
      operationId: 'deleteProfile',
      summary: 'Empty a member’s profile',
      description:
        'For whoever moderates the whole site. The member gets a warning for this reason, if there was anything to empty.',
      params: MemberParams,
      body: ProfileDeletion,
      response: responses(Profile, [common.forbidden, errors.userNotFound]),
    },
    handler: ({ principal, params, body }) => deleteProfile(context, principal, params.user_id, body),
  })
})

import { RoleGrants } from '@agora/shared/contracts/internal-roles'
import type { ErrorDefinition } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { MemberReference, SectionParams } from '../../resources/schemas.ts'
import { SectionPage } from '../sections/schemas.ts'
import { grantRole } from './operations/grant-role.ts'
import { grantSectionModerator } from './operations/grant-section-moderator.ts'
import { listRoleGrants } from './operations/list-role-grants.ts'
import { revokeRole } from './operations/revoke-role.ts'
import { revokeSectionModerator } from './operations/revoke-section-moderator.ts'
import { RoleGrantInput } from './schemas.ts'

/** Giving power needs a recent sign-in; taking it away does not. */
const ofGrants = [common.recentSignInRequired]

const ofSection = (more: readonly ErrorDefinition[] = []) => ({
  params: SectionParams,
  body: MemberReference,
  response: responses(SectionPage, [
    errors.cannotAddModerators,
    ...more,
    errors.sectionNotFound,
    errors.granteeNotFound,
  ]),
})

const ofForum = (more: readonly ErrorDefinition[] = []) => ({
  body: RoleGrantInput,
  response: responses(Type.Unsafe<undefined>({ description: 'An empty body.' }), [
    errors.roleScopeMismatch,
    errors.cannotGrantRole,
    ...more,
    errors.sectionNotFound,
    errors.roleGranteeNotFound,
  ]),
})

export const roleRoutes = tagged('Forum roles', (app, context: Context) => {
  const sectionUrl = '/api/v1/forum/sections/:section_ref/role_grants'
  const forumUrl = '/api/v1/forum/role_grants'

  app.post(sectionUrl, {
    config: { access: access.anyone },
    schema: {
      operationId: 'grantSectionModerator',
      summary: 'Make a member a moderator of a section',
      description: 'For administrators and global moderators. Granting a role that is held changes nothing.',
      ...ofSection(ofGrants),
    },
    handler: ({ principal, params, body }) =>
      grantSectionModerator(context, principal, params.section_ref, body),
  })

  app.delete(sectionUrl, {
    config: { access: access.anyone },
    schema: {
      operationId: 'revokeSectionModerator',
      summary: 'Revoke a moderator’s role in a section',
      description: 'For administrators and global moderators; a moderator may step down by themselves.',
      ...ofSection(),
    },
    handler: ({ principal, params, body }) =>
      revokeSectionModerator(context, principal, params.section_ref, body),
  })

  app.post(forumUrl, {
    config: { access: access.resolvable },
    schema: {
      operationId: 'grantRole',
      summary: 'Grant a role',
      description:
        'Forum-wide roles are granted by administrators. Each effective grant is in the moderation log.',
      ...ofForum(ofGrants),
    },
    handler: async ({ principal, body }, reply) => {
      await grantRole(context, principal, body)
      return reply.send()
    },
  })

  app.delete(forumUrl, {
    config: { access: access.resolvable },
    schema: {
      operationId: 'revokeRole',
      summary: 'Revoke a role',
      description: 'Streams and tokens of the member lose what the role allowed at once.',
      ...ofForum(),
    },
    handler: async ({ principal, body }, reply) => {
      await revokeRole(context, principal, body)
      return reply.send()
    },
  })

  app.get('/internal/role-grants', {
    config: { access: access.services('gateway') },
    schema: {
      operationId: 'listRoleGrants',
      summary: 'Says who holds which role, for the gateway, which protects their names',
      response: responses(RoleGrants),
    },
    handler: () => listRoleGrants(context),
  })
})

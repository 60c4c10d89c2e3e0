import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { deleteGroup } from './operations/delete-group.ts'
import { deleteGroupMember } from './operations/delete-group-member.ts'
import { listGroupMembers } from './operations/list-group-members.ts'
import { listGroups } from './operations/list-groups.ts'
import { putGroup } from './operations/put-group.ts'
import { putGroupMember } from './operations/put-group-member.ts'
import {
  Group,
  GroupInput,
  GroupListing,
  GroupMemberParams,
  GroupMembers,
  GroupParams,
  GroupQuery,
} from './schemas.ts'

const groupsUrl = '/api/v1/forum/groups'
const url = `${groupsUrl}/:key`
const membersUrl = `${url}/members`
const memberUrl = `${membersUrl}/:user_id`
const ofMember = [errors.groupNotFound, errors.userNotFound]

/** Groups of members, which administrators fill. */
export const groupRoutes = tagged('Forum groups', (app, context: Context) => {
  app.get(groupsUrl, {
    config: { access: access.member },
    schema: {
      operationId: 'listGroups',
      summary: 'List the groups',
      description: 'All of them for administrators, for other members those that they are in; by key.',
      querystring: GroupQuery,
      response: responses(GroupListing, [common.cannotReadOwn]),
    },
    handler: ({ principal, query }) => listGroups(context, principal, query),
  })

  app.put(url, {
    config: { access: access.administrator },
    schema: {
      operationId: 'putGroup',
      summary: 'Create the group with this key, or rename it',
      description: 'For administrators. A group that is made again is empty.',
      params: GroupParams,
      body: GroupInput,
      response: responses(Group, [errors.groupNotFound]),
    },
    handler: ({ params, body }) => putGroup(context, params.key, body),
  })

  app.delete(url, {
    config: { access: access.administrator },
    schema: {
      operationId: 'deleteGroup',
      summary: 'Delete a group',
      description: 'For administrators. Nobody is in it any more.',
      params: GroupParams,
      response: responses(Type.Unsafe<undefined>({ description: 'An empty body.' }), [
        errors.groupNotFound,
        errors.groupInUse,
      ]),
    },
    handler: async ({ params }, reply) => {
      await deleteGroup(context, params.key)
      return reply.send()
    },
  })

  app.get(membersUrl, {
    config: { access: access.member },
    schema: {
      operationId: 'listGroupMembers',
      summary: 'List who is in a group',
      description: 'For administrators and the group’s members, in the order in which they joined.',
      params: GroupParams,
      querystring: GroupQuery,
      response: responses(GroupMembers, [common.cannotReadOwn, errors.groupNotFound]),
    },
    handler: ({ principal, params, query }) => listGroupMembers(context, principal, params.key, query),
  })

  app.put(memberUrl, {
    config: { access: access.administrator },
    schema: {
      operationId: 'putGroupMember',
      summary: 'Put a member into a group',
      description: 'For administrators. Without effect if they are in it already.',
      params: GroupMemberParams,
      response: responses(Group, ofMember),
    },
    handler: ({ principal, params }) => putGroupMember(context, principal, params.key, params.user_id),
  })

  app.delete(memberUrl, {
    config: { access: access.administrator },
    schema: {
      operationId: 'deleteGroupMember',
      summary: 'Take a member out of a group',
      description: 'For administrators. Without effect if they are not in it.',
      params: GroupMemberParams,
      response: responses(Group, [errors.groupNotFound, errors.userNotFound]),
    },
    handler: ({ principal, params }) => deleteGroupMember(context, principal, params.key, params.user_id),
  })
})

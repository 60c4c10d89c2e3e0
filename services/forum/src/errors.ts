import { NOTHING_TO_SEND } from '@agora/shared/contracts/internal-mail'
import type { Scope } from '@agora/shared/contracts/principal'
import { catalogue } from '@agora/shared/errors/catalogue'

/** For callers without this scope, or without the standing in the forum that the act needs. */
const forbidden = (scope: Scope, act: string, more: { description?: string; roleHelps?: true } = {}) =>
  ({ status: 403, scope, message: `current actor does not have the permission to ${act}`, ...more }) as const

/** The forum's errors, in the contract's words. */
export const errors = catalogue({
  sectionNotFound: { status: 404, message: 'section not found' },
  groupNotFound: {
    status: 404,
    message: 'group not found',
    description: 'Also a group that the caller is not in, for all but administrators.',
  },
  groupInUse: { status: 409, message: 'group is in use', description: 'A section names it.' },
  threadNotFound: {
    status: 404,
    message: 'thread not found',
    description: 'Also a deleted thread, for callers who may not restore it.',
  },
  postNotFound: { status: 404, message: 'post not found' },
  reactionNotFound: { status: 404, message: 'reaction not found' },
  importedNotFound: {
    status: 404,
    message: 'imported content not found',
    description: 'Nothing of the kind was imported, or the caller may not see it.',
  },
  mediaNotFound: {
    status: 404,
    message: 'media not found',
    description: 'No such picture that the caller has sent.',
  },
  noUnreadPost: { status: 404, message: 'no unread post' },

  invalidIdempotencyKey: {
    status: 422,
    message: 'invalid idempotency key',
    description: 'One header of 1 to 64 visible ASCII characters, or none.',
  },
  idempotencyKeyUsed: {
    status: 422,
    message: 'idempotency key was used for another request',
    description: 'The body differs from that of the first request with this key.',
  },

  bodyNotParsed: { status: 400, message: 'failed to parse provided body', description: 'Invalid markup.' },
  bodyNotRendered: {
    status: 400,
    message: 'failed to render provided body',
    description: 'The markup is valid, but its HTML is too long.',
  },

  invalidSearch: {
    status: 422,
    message: 'invalid `q` query parameter',
    description: 'Missing, too short, too long, or with nothing but exclusions.',
  },
  invalidSearchScope: { status: 422, message: 'invalid `in` query parameter' },

  parentSectionNotFound: { status: 422, message: 'parent section not found' },
  parentSectionHoldsThreads: { status: 422, message: 'parent section holds threads' },
  parentSectionIsDescendant: { status: 422, message: 'parent section is the section itself or below it' },
  namedGroupNotFound: { status: 422, message: 'group not found' },
  sectionIsWider: {
    status: 422,
    message: 'section is wider than its parent',
    description: 'Or one below it would be wider than it.',
  },
  sectionIsArchived: {
    status: 409,
    message: 'section is archived',
    description: 'It is below a section that is closed for good.',
  },
  sectionHoldsNoThreads: {
    status: 400,
    message: 'section holds no threads',
    description: 'The section is a category.',
  },
  cannotCreateThread: forbidden('forum:write', 'create a thread in this section'),

  cannotCreatePost: forbidden('forum:write', 'create a post in this thread', {
    description: 'A guest, a missing scope, a mute, or a locked thread.',
  }),
  cannotModerateThread: forbidden('forum:moderate', 'moderate this thread'),
  cannotMoveThread: forbidden('forum:moderate', 'move this thread'),
  cannotDeleteThread: forbidden('forum:moderate', 'delete this thread'),
  cannotRestoreThread: forbidden('forum:moderate', 'restore this thread'),
  threadAlreadyDeleted: { status: 409, message: 'thread is already deleted' },
  threadNotDeleted: { status: 409, message: 'thread is not deleted' },
  destinationNotFound: { status: 404, message: 'destination section not found' },
  destinationHoldsNoThreads: { status: 400, message: 'destination section holds no threads' },
  postOfAnotherThread: { status: 422, message: 'post does not belong to this thread' },

  cannotReadSource: forbidden('forum:read', 'read the source of this post', { roleHelps: true }),
  cannotUpdatePost: forbidden('forum:write', 'update this post', {
    roleHelps: true,
    description: 'Not the author, superseded by a reply or a newer revision, or already moderated.',
  }),
  cannotHidePost: forbidden('forum:moderate', 'hide this post', { description: 'Whatever the failure.' }),

  cannotAddModerators: forbidden('forum:moderate', 'add moderators to this section'),
  granteeNotFound: { status: 422, message: 'target grantee user not found' },
  roleScopeMismatch: {
    status: 400,
    message: 'role scope mismatch: `Moderator` needs a section, and a global role must not have one',
  },
  cannotGrantRole: forbidden('forum:moderate', 'grant this role'),
  roleGranteeNotFound: { status: 404, message: 'target grantee user not found' },

  cannotReport: forbidden('forum:write', 'report this content'),
  reportTargetNotFound: { status: 404, message: 'reported post or thread not found' },
  alreadyReported: { status: 409, message: 'already reported by this user and not yet resolved' },
  cannotReadReportQueue: forbidden('forum:moderate', 'read this report queue'),
  cannotReadReport: forbidden('forum:moderate', 'read this report'),
  reportNotFound: { status: 404, message: 'report not found', description: 'Also when the target is gone.' },
  reportResolvedToPending: { status: 400, message: 'a report cannot be resolved to `Pending`' },
  cannotResolveReport: forbidden('forum:moderate', 'resolve this report'),
  reportAlreadyResolved: { status: 409, message: 'report is already resolved' },
  assigneeNotFound: { status: 422, message: 'target assignee user not found' },
  assigneeCannotResolve: {
    status: 422,
    message: 'target assignee user does not have the permission to resolve this report',
  },
  cannotReadModerationLog: forbidden('forum:moderate', 'read this moderation log'),

  cannotReadSanctions: forbidden('forum:read', 'read these sanctions', { roleHelps: true }),
  userNotFound: { status: 404, message: 'user not found' },
  cleanupNotFound: {
    status: 404,
    message: 'cleanup not found',
    description:
      'None was made in the last 30 days by the caller, or by anybody for those who moderate the whole site.',
  },
  warningCannotExpire: { status: 400, message: 'a warning cannot expire' },
  cannotSanction: forbidden('forum:moderate', 'sanction this user'),
  sanctionedUserNotFound: { status: 404, message: 'user to sanction not found' },
  muteAlreadyInForce: { status: 409, message: 'a live mute already covers this scope' },
  sanctionNotFound: { status: 404, message: 'sanction not found' },
  cannotLiftSanction: forbidden('forum:moderate', 'lift this sanction'),
  sanctionAlreadyLifted: { status: 409, message: 'sanction is already lifted' },
  sanctionExpiryPassed: { status: 422, message: 'invalid `expires_at`: lies in the past' },

  textNotFound: { status: 404, message: 'text not found' },

  nothingToSend: {
    status: 404,
    message: NOTHING_TO_SEND,
    description: 'Nothing new, or no digests any more.',
  },
  unsubscribeLinkNotFound: {
    status: 404,
    message: 'unsubscribe link not found',
    description: 'It was mailed to nobody, or more than 180 days ago.',
  },
})

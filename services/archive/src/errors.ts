import { catalogue } from '@agora/shared/errors/catalogue'

/** The archive's errors are tags: the body's `error` is a variant name. */
export const errors = catalogue({
  gameAUserNotFound: {
    status: 404,
    message: 'GameAUserNotFound',
    description: 'No such game A account is archived.',
  },
  gameACreatureNotFound: {
    status: 404,
    message: 'GameACreatureNotFound',
    description: 'No such creature is archived.',
  },
  gameBUserNotFound: {
    status: 404,
    message: 'GameBUserNotFound',
    description: 'No such game B account is archived.',
  },
  gameCUserNotFound: {
    status: 404,
    message: 'GameCUserNotFound',
    description: 'No such game C account is archived.',
  },
  fieldNotFound: {
    status: 404,
    message: 'FieldNotFound',
    description: 'Records of this type have no such field.',
  },
  linkedByUnreadable: {
    status: 404,
    message: 'GetSvcLinkedBy',
    description: 'The account is linked, but the author of a link or of its end cannot be read.',
  },
  linkedUserUnreadable: {
    status: 404,
    message: 'GetLinkedSvc',
    description: 'The account is linked, but the linked member cannot be read.',
  },
  internal: { status: 500, message: 'InternalServerError' },
})

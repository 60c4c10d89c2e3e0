import { catalogue } from '@agora/shared/errors/catalogue'

/** This service's errors, besides those that all services share. */
export const errors = catalogue({
  appNotFound: {
    status: 404,
    message: 'app not found',
    description: 'No such app, or its main channel is not visible to the caller.',
  },
  channelNotFound: {
    status: 422,
    message: 'app channel not found',
    description: 'A channel patch names an unknown key.',
  },
  unknownOwner: { status: 422, message: 'unknown owner', description: 'An owner is not an account.' },
  invalidUserUri: {
    status: 422,
    message: 'invalid `user_uri`',
    description: 'Not the template of an http or https URL with {user_id} in its path.',
  },
  repeatedChannel: {
    status: 422,
    message: 'invalid `channels`: a key stands twice',
    description: 'Two patches for one channel.',
  },
  noSuchChannel: { status: 404, message: 'app channel not found' },
  deliveryNotFound: { status: 404, message: 'delivery not found' },
  notADeadLetter: {
    status: 409,
    message: 'delivery is not a dead letter',
    description: 'It was delivered, cancelled, or is still being attempted.',
  },
  readOnlyStore: {
    status: 500,
    message: 'internal error',
    description: 'The registry is read from the configuration (APPS_STORE=memory) and cannot be edited.',
    expected: true,
  },
})

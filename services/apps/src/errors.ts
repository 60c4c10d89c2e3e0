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
  userNotFound: { status: 404, message: 'user not found' },
  accountNotFound: {
    status: 404,
    message: 'account not found',
    description: 'The member has no account with this application.',
  },
  accountLinked: {
    status: 409,
    message: 'account is already linked',
    description: 'The member has another account there, or the account is another member’s.',
  },
  noSuchChannel: { status: 404, message: 'app channel not found' },
  noEventStream: {
    status: 409,
    message: 'channel has no event stream',
    description: 'The configuration gives the channel no `event_stream_callback_uri`.',
  },
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

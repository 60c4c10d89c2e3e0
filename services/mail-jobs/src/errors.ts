import { catalogue } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'

const internal = common.internal.message

/** This service's errors. The contract prescribes the 500s. */
export const errors = catalogue({
  jobUnreadable: {
    status: 500,
    message: internal,
    description: 'For any failure: not an administrator, no such job or task, or a failure of the store.',
    expected: true,
  },
  cannotCreateJob: {
    status: 403,
    roleHelps: true,
    message: 'current actor does not have the permission to create a job',
    description: 'The caller is not an administrator.',
  },
  unknownKind: {
    status: 500,
    message: internal,
    description: 'Jobs of this kind cannot be created; at present no kind can.',
    expected: true,
  },
  exportNotFound: {
    status: 404,
    message: 'export not found',
    description: 'It does not exist, is not ready, has expired, or is another member’s.',
  },
  rateExhausted: {
    status: 500,
    message: internal,
    description: 'The deployment has reached its limit.',
    expected: true,
  },
  mailNotSent: {
    status: 500,
    message: internal,
    description: 'The mailer refused the message, or its deadline passed.',
    expected: true,
  },
  mailNotFound: {
    status: 404,
    message: 'mail not found',
    description: 'The token names none, or none that went to a member.',
  },
  timeout: {
    status: 504,
    message: 'timeout during request processing',
    description: 'No outcome within ten seconds; the message may still go out, once.',
  },
})

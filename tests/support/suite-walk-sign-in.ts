import { SoftAuthenticator } from '../../services/gateway/tests/authenticators/soft-authenticator.ts'
import { forAdministrators, forMembers, type Row, type Walk } from './suite-rows.ts'
import type { World } from './suite-world.ts'

const noUser = '404 user not found'
const forbidden = '403 forbidden'
const ofAdministrator = '409 account is an administrator’s'
const login = (name: string, password = `${name} has a password`) => ({ login: name, password })
const wrong = (guarantee: string): Row => [
  guarantee,
  'guest',
  '/auth/self',
  '401 invalid login or password',
  login('member', 'a guess'),
]
const solved =
  (name: string, password?: string) =>
  async ({ earn }: World) => ({ ...login(name, password), 'cap-token': await earn('login') })
const unknownPasskey = new SoftAuthenticator('http://localhost').answer({ challenge: 'bm90aGluZw' })
const confirmation = '/auth/self/confirmation'

/** Signing in and out, and bans. */
export const signInWalk: Walk = {
  getSelf: [['tells who asks', 'member', '/auth/self', { type: 'User', user: { id: '{member}' } }]],
  signIn: [
    ['signs in', 'guest', '/auth/self', { type: 'User' }, login('other')],
    ['refuses who is banned', 'guest', '/auth/self', '403 account is banned', login('banned')],
    wrong('refuses a wrong password'),
    wrong('refuses a second one'),
    ['asks for a second factor', 'guest', '/auth/self', '401 second factor is required', login('guarded')],
    ['refuses an unknown passkey', 'guest', '/auth/self', '401 invalid passkey', { passkey: unknownPasskey }],
    [
      'takes a wrong code for a third one',
      'guest',
      '/auth/self',
      '401 invalid second factor',
      { ...login('guarded'), code: 'no code' },
    ],
    ['then needs a captcha', 'guest', '/auth/self', '401 captcha is required', login('other')],
    [
      'takes no forged one',
      'guest',
      '/auth/self',
      '403 captcha is invalid',
      { ...login('other'), 'cap-token': 'forged' },
    ],
  ],
  // The address needs a captcha by now.
  findOwnBan: [
    ['counts as a sign-in', 'guest', '/auth/ban', '401 captcha is required', login('banned')],
    [
      'takes no forged captcha',
      'guest',
      '/auth/ban',
      '403 captcha is invalid',
      { ...login('banned'), 'cap-token': 'forged' },
    ],
    [
      'tells who is banned why',
      'guest',
      '/auth/ban',
      { reason: 'Abuse', expires_at: null },
      solved('banned'),
    ],
    ['knows no ban of who is not', 'guest', '/auth/ban', '404 ban not found', solved('other')],
    [
      'tells nobody with a wrong password',
      'guest',
      '/auth/ban',
      '401 invalid login or password',
      solved('banned', 'a guess'),
    ],
  ],
  confirmSelf: [
    [
      'confirms',
      'administrator',
      confirmation,
      {},
      async ({ suite }) => ({ current_password: suite.secrets.administratorPassword }),
    ],
    [
      'refuses a wrong password',
      'administrator',
      confirmation,
      '403 invalid current password',
      { current_password: 'a guess' },
    ],
    [
      'refuses a code of nothing',
      'administrator',
      confirmation,
      '403 invalid second factor',
      { code: '000000' },
    ],
    [
      'takes no password where the second factor was never shown',
      'earlier session',
      confirmation,
      '403 second factor is required',
      { current_password: 'guarded has a password' },
    ],
    [
      'refuses a token',
      'application',
      confirmation,
      forbidden,
      { current_password: 'member has a password' },
    ],
    ...forMembers(confirmation, { current_password: 'a guess' }),
  ],
  signOut: [['ends what there is', 'guest', '/auth/self', { type: 'Guest' }]],
  banUser: [
    [
      'bans',
      'administrator',
      '/users/{doomed}/ban',
      { reason: 'Abuse', lifted_at: null },
      { reason: 'Abuse' },
    ],
    ...forAdministrators('/users/{doomed}/ban', { reason: 'Abuse' }),
    ['bans no administrator', 'administrator', '/users/{deputy}/ban', ofAdministrator, { reason: 'Abuse' }],
    [
      'bans nobody twice',
      'administrator',
      '/users/{doomed}/ban',
      '409 account is already banned',
      { reason: 'Abuse' },
    ],
    ['knows nobody of this id', 'administrator', '/users/{nowhere}/ban', noUser, { reason: 'Abuse' }],
    [
      'keeps the administrator of the configuration',
      'administrator',
      '/users/{administrator}/ban',
      '409 account is in the configuration',
      { reason: 'Abuse' },
    ],
    [
      'refuses an end in the past',
      'administrator',
      '/users/{doomed}/ban',
      '422 invalid `expires_at`: must be in the future',
      { reason: 'Abuse', expires_at: '2020-01-01T00:00:00.000Z' },
    ],
  ],
  listBans: [['lists them', 'administrator', '/bans', '200'], ...forAdministrators('/bans')],
  unbanUser: [
    ['lifts a ban', 'administrator', '/users/{doomed}/ban', { reason: 'Abuse' }],
    ...forAdministrators('/users/{doomed}/ban'),
    ['finds none to lift', 'administrator', '/users/{doomed}/ban', '404 ban not found'],
    ['knows nobody of this id', 'administrator', '/users/{nowhere}/ban', noUser],
  ],
}

/** What only the member, or an administrator, may see and end. */
const forOwners = (path: string): readonly Row[] => [
  ...forMembers(path),
  ['refuses another member', 'other', path, forbidden],
]

/** Sessions and grants. */
export const sessionsWalk: Walk = {
  listSessions: [
    ['lists them', 'administrator', '/users/{member}/sessions', '200'],
    ...forOwners('/users/{member}/sessions'),
    ['knows nobody of this id', 'administrator', '/users/{nowhere}/sessions', noUser],
  ],
  deleteSession: [
    ['ends it', 'administrator', '/users/{forgetful}/sessions/{session}', '200'],
    ...forOwners('/users/{forgetful}/sessions/{session}'),
    ['ends it once', 'administrator', '/users/{forgetful}/sessions/{session}', '404 session not found'],
    ['knows nobody of this id', 'administrator', '/users/{nowhere}/sessions/{session}', noUser],
  ],
  deleteSessions: [
    ['ends them', 'administrator', '/users/{forgetful}/sessions', '200'],
    ...forOwners('/users/{forgetful}/sessions'),
    ['knows nobody of this id', 'administrator', '/users/{nowhere}/sessions', noUser],
  ],
  listRefusedEmails: [
    ['lists them', 'administrator', '/users/{member}/refused-emails', '200'],
    ...forOwners('/users/{member}/refused-emails'),
    ['knows nobody of this id', 'administrator', '/users/{nowhere}/refused-emails', noUser],
  ],
  listOauthGrants: [
    ['lists them', 'administrator', '/users/{member}/grants', { count: 1 }],
    ...forOwners('/users/{member}/grants'),
    ['knows nobody of this id', 'administrator', '/users/{nowhere}/grants', noUser],
  ],
  deleteOauthGrant: [
    ['ends it', 'administrator', '/users/{member}/grants/{granted}', '200'],
    ...forOwners('/users/{member}/grants/{granted}'),
    ['ends it once', 'administrator', '/users/{member}/grants/{granted}', '404 grant not found'],
    ['knows nobody of this id', 'administrator', '/users/{nowhere}/grants/{granted}', noUser],
  ],
}

const resend = '/users/{member}/emails/resend'

/** Mails that lead to an account, and new passwords. */
export const passwordsWalk: Walk = {
  resendEmail: [
    ['sends it anew', 'administrator', resend, { kind: 'VerifyEmail' }],
    ...forAdministrators(resend),
    ['knows nobody of this id', 'administrator', '/users/{nowhere}/emails/resend', noUser],
    ['finds none', 'administrator', '/users/{other}/emails/resend', '404 no mail to resend'],
  ],
  requestPasswordReset: [
    ['tells nothing', 'guest', '/auth/password-reset', '200', { email: 'nobody@example.com' }],
  ],
  resetPassword: [
    [
      'sets a password',
      'guest',
      '/auth/password-reset',
      '200',
      { token: '{reset_token}', password: 'a new password' },
    ],
    [
      'takes no token twice',
      'guest',
      '/auth/password-reset',
      '400 invalid token',
      { token: '{reset_token}', password: 'a new password' },
    ],
  ],
}

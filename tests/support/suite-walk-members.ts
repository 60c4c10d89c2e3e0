import { SoftAuthenticator } from '../../services/gateway/tests/factors/soft-authenticator.ts'
import { forAdministrators, forMembers, forRecent, type Row, type Walk } from './suite-rows.ts'
import { factorsWalk } from './suite-walk-factors.ts'
import { linksWalk } from './suite-walk-links.ts'
import type { World } from './suite-world.ts'

const noUser = '404 user not found'
const forbidden = '403 forbidden'
const ofAdministrator = '409 account is an administrator’s'

const reservedName =
  '422 invalid `display_name`: it reads like the name of an administrator or a reserved one'
const blankName = '422 invalid `display_name`: there is nothing to see in it'
const account = (username: string, token?: string) => ({
  username,
  display_name: 'A walker',
  password: 'a password that is long',
  ...(token === undefined ? {} : { 'cap-token': token }),
})
/** Of a registration while the site is so. */
const withSite =
  (site: object, more: object = {}) =>
  async ({ suite, callers }: World) => {
    await suite.call('PATCH', '/site', { as: callers.administrator, body: site })
    return { ...account('new_walker_3'), ...more }
  }
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

const accounts: Walk = {
  listStaff: [
    ['shows anybody who holds a role', 'guest', '/users/staff', {}],
    ['tells administrators alone of closed sections', 'member', '/users/staff?closed=true', forbidden],
  ],
  getSite: [['tells anybody', 'guest', '/site', { type: 'Site', name: 'Agora', registration: 'Open' }]],
  updateSite: [
    ['changes it', 'administrator', '/site', { inviters: 'Moderators' }, { inviters: 'Moderators' }],
    forRecent('/site', { inviters: 'Moderators' }),
    ['knows no such picture', 'administrator', '/site', '404 media not found', { logo: '{nowhere}' }],
    ...forAdministrators('/site', { inviters: 'Moderators' }),
  ],
  createInvitation: [
    ['makes one', 'administrator', '/invitations', { type: 'Invitation', uses: 0 }, { most_uses: 2 }],
    forRecent('/invitations', { most_uses: 2 }),
    ...forMembers('/invitations', { most_uses: 2 }),
    ['refuses who holds no role', 'member', '/invitations', forbidden, { most_uses: 2 }],
    [
      'makes a hundred at most',
      'administrator',
      '/invitations',
      '409 member has as many invitations as one may have',
      async ({ suite, callers }) => {
        for (let made = 1; made < 100; made++)
          await suite.call('POST', '/invitations', { as: callers.administrator, body: { most_uses: 1 } })
        return { most_uses: 1 }
      },
    ],
  ],
  listInvitations: [
    ['lists them', 'administrator', '/invitations', {}],
    ...forMembers('/invitations'),
    ['refuses who holds no role', 'member', '/invitations', forbidden],
  ],
  deleteInvitation: [
    ['ends one', 'administrator', '/invitations/{invitation}', '200'],
    ['knows none of this id', 'administrator', '/invitations/{nowhere}', '404 invitation not found'],
    ...forMembers('/invitations/{nowhere}'),
    ['refuses who holds no role', 'member', '/invitations/{nowhere}', forbidden],
  ],
  listUserAccounts: [
    ['lists accounts', 'administrator', '/users/accounts?role=Administrator&sort=Name', { next: null }],
    [
      'needs two letters',
      'administrator',
      '/users/accounts?name=a',
      '422 invalid `name`: must be 2 to 64 characters',
    ],
    ...forAdministrators('/users/accounts'),
  ],
  countMembers: [
    ['counts', 'administrator', '/users/statistics', {}],
    ...forAdministrators('/users/statistics'),
  ],
  nameAdministrator: [
    ['makes one', 'administrator', '/users/{deputy}/administrator', '200'],
    forRecent('/users/{other}/administrator'),
    [
      'refuses who is banned',
      'administrator',
      '/users/{banned}/administrator',
      '409 administrator is banned',
    ],
    ['knows nobody of this id', 'administrator', '/users/{nowhere}/administrator', noUser],
    ...forAdministrators('/users/{member}/administrator'),
  ],
  revokeAdministrator: [
    ['leaves who is none', 'administrator', '/users/{other}/administrator', '200'],
    forRecent('/users/{deputy}/administrator'),
    [
      'keeps the configured one',
      'administrator',
      '/users/{administrator}/administrator',
      '409 account is in the configuration',
    ],
    ['knows nobody of this id', 'administrator', '/users/{nowhere}/administrator', noUser],
    ...forAdministrators('/users/{deputy}/administrator'),
  ],
  createUser: [
    [
      'registers',
      'guest',
      '/users',
      { type: 'User', has_password: true },
      async ({ earn }) => account('new_walker', await earn('register')),
    ],
    [
      'refuses an administrator’s name',
      'guest',
      '/users',
      reservedName,
      { ...account('new_walker_2'), display_name: 'Administrator' },
    ],
    [
      'refuses a name of blanks',
      'guest',
      '/users',
      blankName,
      { ...account('new_walker_2'), display_name: '\u3164\u3164' },
    ],
    ['needs a captcha', 'guest', '/users', '401 captcha is required', account('new_walker_2')],
    [
      'lets nobody in where it is closed',
      'guest',
      '/users',
      '403 registration is closed',
      withSite({ registration: 'Closed' }),
    ],
    [
      'needs an invitation where it takes one',
      'guest',
      '/users',
      '403 invitation is required',
      withSite({ registration: 'Invitation' }),
    ],
    [
      'takes no forged invitation',
      'guest',
      '/users',
      '403 invitation is invalid',
      withSite({ registration: 'Invitation' }, { invitation: 'forged' }),
    ],
    [
      'needs the rules accepted',
      'guest',
      '/users',
      '422 invalid `accepted_rules`: are to be accepted',
      withSite({ registration: 'Open', accepts_rules: true }),
    ],
    [
      'takes no other rules than those that are',
      'guest',
      '/users',
      '409 rules have changed',
      withSite(
        { registration: 'Open', accepts_rules: true },
        { accepted_rules: { locale: 'en', time: '2026-01-01T00:00:00.000Z' } },
      ),
    ],
    [
      'takes anybody again',
      'guest',
      '/users',
      '401 captcha is required',
      withSite({ registration: null, accepts_rules: null }),
    ],
    ['takes no forged one', 'guest', '/users', '403 captcha is invalid', account('new_walker_2', 'forged')],
    [
      'gives a name once',
      'guest',
      '/users',
      '409 username already in use',
      async ({ earn }) => account('member', await earn('register')),
    ],
  ],
  getUser: [
    ['shows a member', 'guest', '/users/{member}', { type: 'User', id: '{member}' }],
    ['knows nobody of this id', 'administrator', '/users/{nowhere}', noUser],
  ],
  searchUsers: [
    ['finds who begins so', 'administrator', '/users?name=Forg', { count: 1 }],
    ...forMembers('/users?name=Forg'),
    ['tells nobody else who is banned', 'member', '/users?banned=true', forbidden],
    ['needs a name', 'member', '/users', '422 invalid `name`: must be 2 to 64 characters'],
  ],
  updateUser: [
    ['renames', 'member', '/users/{member}', { id: '{member}' }, { display_name: 'Renamed' }],
    [
      'refuses an administrator’s name',
      'member',
      '/users/{member}',
      reservedName,
      { display_name: 'Administrator' },
    ],
    ['refuses a name of blanks', 'member', '/users/{member}', blankName, { display_name: '\u3164\u3164' }],
    ...forMembers('/users/{member}', { display_name: 'Renamed' }),
    forRecent('/users/{member}', { username: 'renamed' }),
    ['refuses another member', 'other', '/users/{member}', forbidden, { display_name: 'Renamed' }],
    [
      'leaves another administrator’s',
      'administrator',
      '/users/{deputy}',
      ofAdministrator,
      { password: 'a new password' },
    ],
    ['knows nobody of this id', 'administrator', '/users/{nowhere}', noUser, { display_name: 'Renamed' }],
    [
      'needs the present password for a new one',
      'member',
      '/users/{member}',
      '422 invalid `current_password`: is required',
      { password: 'a new password' },
    ],
    [
      'refuses a wrong present password',
      'member',
      '/users/{member}',
      '403 invalid current password',
      { password: 'a new password', current_password: 'a guess' },
    ],
    [
      'gives a name once',
      'administrator',
      '/users/{member}',
      '409 username already in use',
      { username: 'other' },
    ],
  ],
  createExport: [
    [
      'makes a job of it',
      'member',
      '/users/{member}/export',
      { created_by: { id: '{member}' }, task: { kind: 'ExportMember' } },
      { current_password: 'member has a password' },
    ],
    ...forMembers('/users/{member}/export'),
    ['refuses another member', 'other', '/users/{member}/export', forbidden],
    ['refuses an administrator', 'administrator', '/users/{member}/export', forbidden],
    [
      'needs the member’s password',
      'member',
      '/users/{member}/export',
      '422 invalid `current_password`: is required',
    ],
    [
      'refuses a wrong one',
      'member',
      '/users/{member}/export',
      '403 invalid current password',
      { current_password: 'a guess' },
    ],
    [
      'needs an address to mail to',
      'leaver',
      '/users/{leaver}/export',
      '409 no confirmed email',
      { current_password: 'leaver has a password' },
    ],
  ],
  deleteUser: [
    ['erases', 'administrator', '/users/{leaver}', '200'],
    forRecent('/users/{member}'),
    ...forMembers('/users/{member}'),
    ['refuses another member', 'other', '/users/{member}', forbidden],
    ['erases once', 'administrator', '/users/{leaver}', noUser],
    ['keeps another administrator', 'administrator', '/users/{deputy}', ofAdministrator],
    [
      'needs the member’s password',
      'member',
      '/users/{member}',
      '422 invalid `current_password`: is required',
    ],
    [
      'refuses a wrong one',
      'member',
      '/users/{member}',
      '403 invalid current password',
      { current_password: 'a guess' },
    ],
    [
      'keeps the configured administrator',
      'administrator',
      '/users/{administrator}',
      '409 account is in the configuration',
    ],
  ],
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

const authority: Walk = {
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

const passwords: Walk = {
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

const clientOf = (key: string, id?: string) => ({
  ...(id === undefined ? {} : { id }),
  key: `${key}@clients`,
  display_name: 'A client',
  app_uri: 'https://client.example/',
  callback_uri: 'https://client.example/callback',
  secret: '616263',
})
const moved = 'https://moved.example/'
const settingsOf = (app_uri = 'https://client.example/') => {
  const { key: _, ...settings } = clientOf('put')
  return { ...settings, app_uri }
}
const [first, second] = ['01890000-0000-7000-8000-00000000000a', '01890000-0000-7000-8000-00000000000b']

const operators: Walk = {
  upsertOauthClient: [
    ['registers', 'internal service', '/oauth_clients', { id: first }, clientOf('first', first)],
    ['registers another', 'internal service', '/oauth_clients', { id: second }, clientOf('second', second)],
    [
      'takes two clients for no one',
      'internal service',
      '/oauth_clients',
      '500 internal error',
      clientOf('first', second),
    ],
    [
      'needs the internal key',
      'administrator',
      '/oauth_clients',
      '401 missing internal authentication header',
      clientOf('first'),
    ],
    [
      'refuses a wrong key',
      'wrong internal key',
      '/oauth_clients',
      '403 invalid internal authentication key',
      clientOf('first'),
    ],
  ],
  listOauthClients: [
    ['lists them', 'internal service', '/oauth_clients', '200'],
    ['lists them to an administrator', 'administrator', '/oauth_clients', '200'],
    ...forAdministrators('/oauth_clients'),
    [
      'refuses a wrong key',
      'wrong internal key',
      '/oauth_clients',
      '403 invalid internal authentication key',
    ],
  ],
  getOauthClient: [
    ['shows it', 'internal service', '/oauth_clients/first@clients', { key: 'first@clients' }],
    ['shows it to an administrator', 'administrator', '/oauth_clients/first@clients', { is_public: false }],
    ...forAdministrators('/oauth_clients/first@clients'),
    [
      'refuses a wrong key',
      'wrong internal key',
      '/oauth_clients/first@clients',
      '403 invalid internal authentication key',
    ],
    ['knows no client of this id', 'administrator', '/oauth_clients/{nowhere}', '404 client not found'],
  ],
  putOauthClient: [
    ['registers', 'administrator', '/oauth_clients/put@clients', { key: 'put@clients' }, settingsOf()],
    ['changes it', 'administrator', '/oauth_clients/put@clients', { app_uri: moved }, settingsOf(moved)],
    forRecent('/oauth_clients/put@clients', settingsOf()),
    ...forAdministrators('/oauth_clients/put@clients', settingsOf()),
    [
      'knows no client of this id',
      'administrator',
      '/oauth_clients/{nowhere}',
      '404 client not found',
      settingsOf(),
    ],
    ['takes no such key', 'administrator', '/oauth_clients/put', '404 client not found', settingsOf()],
    [
      'leaves one of the configuration as it is there',
      'administrator',
      '/oauth_clients/configured@clients',
      '409 client is in the configuration',
      settingsOf(),
    ],
  ],
  deleteOauthClient: [
    ['removes one', 'internal service', '/oauth_clients/first@clients', '200'],
    ...forAdministrators('/oauth_clients/second@clients'),
    forRecent('/oauth_clients/second@clients'),
    [
      'refuses a wrong key',
      'wrong internal key',
      '/oauth_clients/second@clients',
      '403 invalid internal authentication key',
    ],
    ['removes it once', 'administrator', '/oauth_clients/first@clients', '404 client not found'],
    [
      'keeps one of the configuration',
      'administrator',
      '/oauth_clients/configured@clients',
      '409 client is in the configuration',
    ],
  ],
  getConfig: [['tells what clients must know', 'guest', '/config', { captcha: { enabled: true } }]],
  listServices: [
    ['tells how all are', 'administrator', '/operations/services', '200'],
    ...forAdministrators('/operations/services'),
  ],
}

/** The gateway's own operations. */
export const membersWalk: Walk = {
  ...accounts,
  ...authority,
  ...linksWalk,
  ...factorsWalk,
  ...passwords,
  ...operators,
}

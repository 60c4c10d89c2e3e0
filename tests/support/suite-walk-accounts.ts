import { forMembers, forRecent, type Walk } from './suite-rows.ts'
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

/** Accounts, from registering to erasing. */
export const accountsWalk: Walk = {
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
}

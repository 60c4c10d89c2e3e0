import { forAdministrators, forMembers, forRecent, type Walk } from './suite-rows.ts'

const noUser = '404 user not found'
const forbidden = '403 forbidden'

/** The site, invitations, and administrators. */
export const administrationWalk: Walk = {
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
  getAcceptedRules: [
    ['tells which', 'administrator', '/users/{member}/accepted-rules', { rules: null }],
    ['knows nobody of this id', 'administrator', '/users/{nowhere}/accepted-rules', noUser],
    ...forAdministrators('/users/{member}/accepted-rules'),
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
}

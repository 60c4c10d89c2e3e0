import { endLinks, fillLinks, providerKeys } from './suite-contents.ts'
import { forAdministrators, forMembers, forRecent, type Row, type Walk } from './suite-rows.ts'

const noUser = '404 user not found'
const nothing = '404 not found'
const forbidden = '403 forbidden'
const tooMany = '409 account has as many links as one may have'

/** Linking and unlinking for one game; `place` is the end of its path. */
function gameLinks(letter: 'A' | 'B' | 'C', place: string): Walk {
  const path = `/users/{member}/links/${place}`
  const nobodys = `/users/{nowhere}/links/${place}`
  const elsewhere = place.replace(/\{.*\}/, 'elsewhere')
  const unknownServer = (body?: object): Row[] =>
    elsewhere === place
      ? []
      : [['knows no such server', 'administrator', `/users/{member}/links/${elsewhere}`, nothing, body]]
  return {
    [`linkGame${letter}Account`]: [
      ['links', 'administrator', path, { current: { user: { id: '1' } } }, { id: '1' }],
      ...forAdministrators(path, { id: '1' }),
      ['knows nobody of this id', 'administrator', nobodys, noUser, { id: '1' }],
      ['links one account a place', 'administrator', path, '409 account is already linked', { id: '2' }],
      ...unknownServer({ id: '1' }),
    ],
    [`unlinkGame${letter}Account`]: [
      ['unlinks', 'member', path, { current: null }],
      ...forMembers(path),
      ['refuses another member', 'other', path, forbidden],
      ['knows nobody of this id', 'administrator', nobodys, noUser],
      ['finds nothing to unlink', 'member', path, nothing],
      ...unknownServer(),
    ],
  }
}

const userLinks: Walk = {
  listUserLinks: [
    ['lists', 'member', '/users/{member}/user-links', [{ id: '{email_link}', type: 'Email' }]],
    ['knows nobody of this id', 'guest', '/users/{nowhere}/user-links', noUser],
  ],
  updateUserLink: [
    [
      'shows to all',
      'member',
      '/users/{member}/user-links/{email_link}',
      { id: '{email_link}' },
      { visibility: 'Public' },
    ],
    ...forMembers('/users/{member}/user-links/{email_link}', {}),
    ['refuses another member', 'other', '/users/{member}/user-links/{email_link}', forbidden, {}],
    ['knows no such link', 'member', '/users/{member}/user-links/{nowhere}', nothing, {}],
  ],
  deleteUserLink: [
    ['removes', 'member', '/users/{member}/user-links/{email_link}', '200'],
    ['refuses a guest', 'guest', '/users/{member}/user-links/{email_link}', forbidden],
    forRecent('/users/{member}/user-links/{email_link}'),
    ['removes nothing twice', 'member', '/users/{member}/user-links/{email_link}', nothing],
  ],
  requestEmailVerification: [
    ['sends a mail', 'member', '/users/{member}/emails', '200', { email: 'fourth@example.com' }],
    ...forMembers('/users/{member}/emails', { email: 'fourth@example.com' }),
    forRecent('/users/{administrator}/emails', { email: 'fifth@example.com' }),
    ['refuses another member', 'other', '/users/{member}/emails', forbidden, { email: 'fourth@example.com' }],
    [
      'leaves another administrator’s',
      'administrator',
      '/users/{deputy}/emails',
      '409 account is an administrator’s',
      { email: 'fourth@example.com' },
    ],
    [
      'knows nobody of this id',
      'administrator',
      '/users/{nowhere}/emails',
      noUser,
      { email: 'fourth@example.com' },
    ],
  ],
  verifyEmail: [
    forRecent('/users/{member}/emails', { token: 'x'.repeat(43) }),
    [
      'leaves another administrator’s',
      'administrator',
      '/users/{deputy}/emails',
      '409 account is an administrator’s',
      { token: 'x'.repeat(43) },
    ],
    [
      'holds so many',
      'member',
      '/users/{member}/emails',
      tooMany,
      async ({ suite, names }) => {
        await fillLinks(suite, names.member)
        return { token: '{verify_token}' }
      },
    ],
    [
      'links',
      'member',
      '/users/{member}/emails',
      { type: 'Email' },
      async ({ suite }) => {
        await endLinks(suite)
        return { token: '{verify_token}' }
      },
    ],
    ...forMembers('/users/{member}/emails', { token: '{verify_token}' }),
    [
      'takes no token twice',
      'member',
      '/users/{member}/emails',
      '400 invalid token',
      { token: '{verify_token}' },
    ],
    ['refuses another member', 'other', '/users/{member}/emails', forbidden, { token: '{verify_token}' }],
    [
      'knows nobody of this id',
      'administrator',
      '/users/{nowhere}/emails',
      noUser,
      { token: '{verify_token}' },
    ],
  ],
}

/** Going to a provider and coming back. */
function providerLinks(key: (typeof providerKeys)[number]): Walk {
  const letter = key.slice(-1).toUpperCase()
  const to = (user: string) => `/users/${user}/user-links/${key}/authorize`
  const from = (user: string, query = '') => `/users/${user}/user-links/${key}/callback${query}`
  return {
    [`authorizeProvider${letter}`]: [
      ['sends off', 'member', to('self'), '302'],
      ...forMembers(to('self')),
      forRecent(to('self')),
      ['is for oneself', 'other', to('{member}'), forbidden],
      ['knows nobody of this id', 'member', to('{nowhere}'), noUser],
      [
        'begins on no other site',
        'member',
        to('self'),
        '403 invalid origin',
        undefined,
        { 'sec-fetch-site': 'cross-site' },
      ],
    ],
    [`linkProvider${letter}Account`]: [
      ['refuses what nobody began', 'member', from('self', '?state=unknown&code=x'), '400 invalid state'],
      [
        'holds so many',
        'other',
        from('self', `{${key}_full}`),
        tooMany,
        ({ suite, names }) => fillLinks(suite, names.other),
      ],
      [
        'links',
        'member',
        from('self', `{${key}_linked}`),
        { type: `Provider${letter}`, user: { id: '{member}' } },
        ({ suite }) => endLinks(suite),
      ],
      [
        'shows a browser a page',
        'member',
        from('self', `{${key}_page}`),
        '303',
        undefined,
        { accept: 'text/html' },
      ],
      [
        'refuses what does not hold',
        'member',
        from('self', `{${key}_refused}&state=twice`),
        '400 provider refused',
      ],
      ['gives an account once', 'other', from('self', `{${key}_taken}`), '409 account is already linked'],
      ...forMembers(from('self')),
      ['is for oneself', 'other', from('{member}'), forbidden],
      ['knows nobody of this id', 'member', from('{nowhere}'), noUser],
    ],
  }
}

/** Links to game accounts and providers, and verified addresses. */
export const linksWalk: Walk = {
  ...gameLinks('A', 'game_a/{server_a}'),
  ...gameLinks('B', 'game_b/{server_b}'),
  ...gameLinks('C', 'game_c'),
  ...userLinks,
  ...Object.assign({}, ...providerKeys.map(providerLinks)),
}

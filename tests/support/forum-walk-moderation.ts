import {
  cannot,
  keyed,
  keyRefusals,
  member,
  noParse,
  noSection,
  opened,
  type Row,
  sectionOf,
  unauthenticated,
  unknown,
  unresolved,
} from './forum-rows.ts'

const missing = member('nowhere')
const noGrantHere = cannot('add moderators to this section')
const ofSection: readonly Row[] = [
  ['refuses a guest', 'guest', '{inner}', noGrantHere, member('stranger')],
  ['refuses a member', 'author', '{inner}', noGrantHere, member('stranger')],
  ['refuses another section’s moderator', 'moderator', '{inner}', noGrantHere, member('stranger')],
  ['reads bad credentials as a guest', 'bad credentials', '{inner}', noGrantHere, member('stranger')],
  ['tells nobody without the right who exists', 'guest', '{inner}', noGrantHere, missing],
  ['knows no section of this id', 'administrator', unknown, noSection, member('stranger')],
  ['knows no section of a malformed id', 'administrator', 'no-such', noSection, member('stranger')],
  ['knows nobody of this id', 'administrator', '{inner}', '422 target grantee user not found', missing],
]

const notRecent = '403 recent sign-in is required'
const noGrant = cannot('grant this role')
const role = (user: object, role: string, where?: string) => ({
  user,
  role,
  ...(where ? { section: sectionOf(where) } : {}),
})
const mismatch = '400 role scope mismatch: `Moderator` needs a section, and a global role must not have one'
const ofForum: readonly Row[] = [
  ['refuses Moderator without a section', 'administrator', '', mismatch, role(missing, 'Moderator')],
  ['refuses a global role with one', 'administrator', '', mismatch, role(missing, 'Administrator', 'open')],
  ['refuses bad credentials', 'bad credentials', '', unresolved, role(missing, 'Administrator')],
  ['refuses a banned member', 'banned', '', unresolved, role(missing, 'Administrator')],
  ['refuses a guest before looking anybody up', 'guest', '', noGrant, role(missing, 'Administrator')],
  ['refuses a client', 'client', '', noGrant, role(member('author'), 'Moderator', 'inner')],
  ['refuses a moderator', 'moderator', '', noGrant, role(member('author'), 'Moderator', 'inner')],
  [
    'keeps global roles from a global moderator',
    'global moderator',
    '',
    noGrant,
    role(missing, 'Administrator'),
  ],
  ['knows no such section', 'administrator', '', noSection, role(member('author'), 'Moderator', 'nowhere')],
  [
    'knows nobody of this id',
    'administrator',
    '',
    '404 target grantee user not found',
    role(missing, 'Administrator'),
  ],
]

const noLog = cannot('read this moderation log')
const noSanctions = cannot('read these sanctions')
const noSanction = cannot('sanction this user')
const noLift = cannot('lift this sanction')
const sanction = (user: string, over: object = {}) => ({
  user: member(user),
  section: sectionOf('open'),
  kind: 'Mute',
  reason: 'Enough.',
  internal_note: 'Watch them.',
  ...over,
})

/** Roles, members, the moderation log and sanctions. */
export const moderationWalk: Readonly<Record<string, readonly Row[]>> = {
  'POST /sections/{section_ref}/role_grants': [
    ...ofSection,
    ['needs a recent sign-in', 'old session', '{inner}', notRecent, member('stranger')],
    [
      'grants',
      'administrator',
      '{inner}',
      { role_grants: [{ user: member('stranger') }] },
      member('stranger'),
    ],
    ['grants by a global moderator', 'global moderator', '{other}', { id: '{other}' }, member('stranger')],
  ],
  'DELETE /sections/{section_ref}/role_grants': [
    ...ofSection,
    ['revokes', 'administrator', '{inner}', { role_grants: [] }, member('stranger')],
    ['lets a moderator step down', 'stranger', '{other}', { role_grants: [] }, member('stranger')],
  ],
  'POST /role_grants': [
    ...ofForum,
    ['needs a recent sign-in', 'old session', '', notRecent, role(member('author'), 'Administrator')],
    ['grants a global role', 'administrator', '', '200 ', role(member('author'), 'Administrator')],
    ['grants a section’s role', 'global moderator', '', '200 ', role(member('author'), 'Moderator', 'inner')],
  ],
  'DELETE /role_grants': [
    ['revokes a global role', 'administrator', '', '200 ', role(member('author'), 'Administrator')],
    [
      'revokes a section’s role',
      'global moderator',
      '',
      '200 ',
      role(member('author'), 'Moderator', 'inner'),
    ],
    ...ofForum,
  ],
  'GET /users/{user_id}': [
    [
      'tells anybody how much a member wrote',
      'guest',
      '{muted}',
      { type: 'ForumUser', user: { id: '{muted}' }, threads: {}, posts: {} },
    ],
    ['knows nobody of this id', 'bad credentials', unknown, '404 user not found'],
  ],
  'GET /users/{user_id}/posts': [
    ['lists what a member wrote', 'guest', '{muted}', { offset: 0, limit: 10 }],
    ['knows nobody of this id', 'author', unknown, '404 user not found'],
  ],
  'GET /users/{user_id}/history': [
    ['needs a member', 'guest', '{muted}', unauthenticated],
    ['refuses a member', 'author', '{muted}', '403 forbidden'],
    ['refuses bad credentials', 'bad credentials', '{muted}', unresolved],
    ['knows nobody of this id', 'moderator', unknown, '404 user not found'],
    [
      'tells a section’s moderator of that section',
      'moderator',
      '{muted}',
      { sanctions: { count: 1 }, reports_against: { pending: 0 }, posts: { count: 0 } },
    ],
  ],
  'PATCH /self/profile': [
    [
      'says something of oneself',
      'author',
      '',
      { user: { id: '{author}' }, about: { html: '<em>Hi</em>', marktwin: '_Hi_' } },
      { about: '_Hi_', tagline: 'Mine' },
    ],
    ['refuses invalid markup', 'author', '', noParse, { about: opened }],
    ['needs a member', 'guest', '', unauthenticated, { tagline: 'x' }],
    ['refuses a banned member', 'banned', '', unresolved, { tagline: 'x' }],
    ['refuses a token that does not write', 'token: read', '', '403 forbidden', { tagline: 'x' }],
  ],
  'POST /self/profile/preview': [
    ['renders', 'author', '', { html: '<em>Hi</em>' }, { about: '_Hi_' }],
    ['refuses invalid markup', 'author', '', noParse, { about: opened }],
    ['needs a member', 'guest', '', unauthenticated, { about: 'x' }],
    ['refuses a banned member', 'banned', '', unresolved, { about: 'x' }],
    ['refuses a token that does not write', 'token: read', '', '403 forbidden', { about: 'x' }],
  ],
  'GET /users/{user_id}/profile': [
    [
      'tells anybody without the source',
      'guest',
      '{author}',
      { type: 'ForumProfile', about: { html: '<em>Hi</em>' }, pronouns: null, tagline: 'Mine' },
    ],
    ['knows nobody of this id', 'bad credentials', unknown, '404 user not found'],
  ],
  'DELETE /users/{user_id}/profile': [
    ['tells who has no right nothing', 'author', unknown, '403 forbidden', { reason: 'Spam' }],
    ['refuses a section’s moderator', 'moderator', '{author}', '403 forbidden', { reason: 'Spam' }],
    ['needs a member', 'guest', '{author}', unauthenticated, { reason: 'Spam' }],
    ['refuses a banned member', 'banned', '{author}', unresolved, { reason: 'Spam' }],
    ['knows nobody of this id', 'global moderator', unknown, '404 user not found', { reason: 'Spam' }],
    [
      'empties it',
      'global moderator',
      '{stranger}',
      { type: 'ForumProfile', about: null },
      { reason: 'Spam' },
    ],
  ],
  'GET /moderation_log': [
    ['shows the site’s to an administrator', 'administrator', '', { offset: 0, limit: 20 }],
    ['shows a section’s to its moderator', 'moderator', '?section={open}', { limit: 20 }],
    ['refuses a guest', 'guest', '', noLog],
    ['refuses a section’s moderator the site’s', 'moderator', '', noLog],
    ['refuses a global moderator the site’s', 'global moderator', '', noLog],
    ['refuses another section’s moderator', 'moderator', '?section={other}', noLog],
    ['knows no such section', 'administrator', `?section=${unknown}`, noSection],
  ],
  'POST /users/{user_id}/cleanup': [
    ['tells who has no right nothing', 'author', unknown, '403 forbidden', { reason: 'Spam' }],
    ['needs a member', 'guest', '{stranger}', unauthenticated, { reason: 'Spam' }],
    ['refuses a banned member', 'banned', '{stranger}', unresolved, { reason: 'Spam' }],
    ['knows nobody of this id', 'moderator', unknown, '404 user not found', { reason: 'Spam' }],
    ['begins', 'administrator', '{global}', { threads: 0, posts: 0 }, { reason: 'Spam' }],
  ],
  'GET /users/{user_id}/cleanup': [
    ['tells who has no right nothing', 'author', unknown, '403 forbidden'],
    ['needs a member', 'guest', '{stranger}', unauthenticated],
    ['refuses a banned member', 'banned', '{stranger}', unresolved],
    ['knows nobody of this id', 'moderator', unknown, '404 user not found'],
    ['shows it', 'administrator', '{global}', { threads: 0, posts: 0 }],
    ['knows of none that was not made', 'moderator', '{stranger}', '404 cleanup not found'],
  ],
  'DELETE /users/{user_id}/cleanup': [
    ['tells who has no right nothing', 'author', unknown, '403 forbidden'],
    ['needs a member', 'guest', '{stranger}', unauthenticated],
    ['refuses a banned member', 'banned', '{stranger}', unresolved],
    ['knows nobody of this id', 'moderator', unknown, '404 user not found'],
    ['knows of none that was not made', 'moderator', '{stranger}', '404 cleanup not found'],
    ['begins to undo', 'administrator', '{global}', { threads: 0, posts: 0 }],
  ],
  'GET /sanctions': [
    ['shows one’s own', 'muted', '?user={muted}', { count: 1, items: [{ id: '{mute}', kind: 'Mute' }] }],
    ['shows a section’s to its moderator', 'moderator', '?section={open}&active=true', { count: 2 }],
    ['refuses a guest', 'guest', '', noSanctions],
    ['refuses another member', 'author', '?user={muted}', noSanctions],
    ['refuses a section’s moderator without a section', 'moderator', '', noSanctions],
    ['reads bad credentials as a guest', 'bad credentials', '', noSanctions],
    ['knows no such section', 'administrator', `?section=${unknown}`, noSection],
    ['knows no such user', 'administrator', `?user=${unknown}`, '404 user not found'],
  ],
  'GET /self/sanctions': [
    ['shows one’s own', 'muted', '', { count: 1, items: [{ id: '{mute}', reason: 'Enough.' }] }],
    ['tells a token nothing that does not read the forum', 'token: base', '', '403 forbidden'],
    ['needs a member', 'guest', '', unauthenticated],
    ['refuses a banned member', 'banned', '', unresolved],
  ],
  'POST /sanctions': [
    [
      'gives a warning no end',
      'moderator',
      '',
      '400 a warning cannot expire',
      sanction('author', { kind: 'Warning', expires_at: '2999-01-01T00:00:00.000Z' }),
    ],
    [
      'gives a mute no end in the past',
      'moderator',
      '',
      '422 invalid `expires_at`: lies in the past',
      sanction('author', { expires_at: '2020-01-01T00:00:00.000Z' }),
    ],
    ['refuses bad credentials', 'bad credentials', '', unresolved, sanction('author')],
    ['refuses a banned member', 'banned', '', unresolved, sanction('author')],
    ['refuses a guest before looking anybody up', 'guest', '', noSanction, sanction('nowhere')],
    ['refuses a member', 'author', '', noSanction, sanction('stranger')],
    [
      'refuses a section’s moderator elsewhere',
      'moderator',
      '',
      noSanction,
      sanction('author', { section: null }),
    ],
    ['refuses a token without the scope', 'token: write', '', noSanction, sanction('author')],
    ['knows no such user', 'moderator', '', '404 user to sanction not found', sanction('nowhere')],
    [
      'knows no such section',
      'moderator',
      '',
      noSection,
      sanction('author', { section: sectionOf('nowhere') }),
    ],
    [
      'mutes nobody twice',
      'administrator',
      '',
      '409 a live mute already covers this scope',
      sanction('muted'),
    ],
    [
      'warns',
      'moderator',
      '',
      { kind: 'Warning', user: member('author') },
      sanction('author', { kind: 'Warning' }),
      keyed,
    ],
    ...keyRefusals('moderator', '', sanction('author', { kind: 'Warning', reason: 'Another.' })),
  ],
  'DELETE /sanctions/{sanction_id}': [
    ['refuses bad credentials', 'bad credentials', '{mute}', unresolved],
    ['refuses a banned member', 'banned', '{mute}', unresolved],
    ['refuses a guest whatever the id', 'guest', unknown, noLift],
    ['refuses the sanctioned member', 'muted', '{mute}', noLift],
    ['refuses another section’s moderator', 'moderator', '{foreign_mute}', noLift],
    ['knows no such sanction', 'moderator', unknown, '404 sanction not found'],
    ['lifts none twice', 'moderator', '{lifted_mute}', '409 sanction is already lifted'],
    ['lifts', 'moderator', '{mute}', { id: '{mute}', deleted_by: member('moderator') }],
  ],
}

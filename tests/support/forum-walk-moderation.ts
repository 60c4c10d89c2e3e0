import {
  cannot,
  member,
  noSection,
  type Row,
  sectionOf,
  unauthenticated,
  unknown,
  unresolved,
} from './forum-rows.ts'

const missing = member('nowhere')
const spam = { reason: 'Spam' }
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

const noReport = cannot('report this content')
const reportable = (kind: '' | '_post'): readonly Row[] => [
  ['refuses a guest', 'guest', `{reported${kind}}`, noReport, spam],
  ['refuses a client', 'client', `{reported${kind}}`, noReport, spam],
  ['refuses a banned member', 'banned', `{reported${kind}}`, noReport, spam],
  ['refuses a token that may only read', 'token: read', `{reported${kind}}`, noReport, spam],
  ['refuses the content’s own author', 'author', `{reported${kind}}`, noReport, spam],
  ['takes a report', 'stranger', `{reported${kind}}`, { status: 'Pending', reason: 'Spam' }, spam],
  ['takes one from who is muted', 'muted', `{reported${kind}}`, { status: 'Pending' }, spam],
  [
    'takes no second one before the first is resolved',
    'stranger',
    `{reported${kind}}`,
    '409 already reported by this user and not yet resolved',
    { reason: 'Illegal' },
  ],
  ['knows no such target', 'stranger', unknown, '404 reported post or thread not found', spam],
  ['shows no deleted target', 'stranger', `{deleted${kind}}`, '404 reported post or thread not found', spam],
]

const noQueue = cannot('read this report queue')
const noSingleReport = cannot('read this report')
const noResolution = cannot('resolve this report')
const accept = { status: 'Accepted', note: 'Right.' }
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

/** Roles, reports, the moderation log and sanctions. */
export const moderationWalk: Readonly<Record<string, readonly Row[]>> = {
  'POST /sections/{section_ref}/role_grants': [
    ...ofSection,
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
  'POST /posts/{post_ref}/reports': reportable('_post'),
  'POST /threads/{thread_ref}/reports': reportable(''),
  'GET /reports': [
    ['refuses a guest', 'guest', '?section={open}', noQueue],
    ['refuses a member', 'author', '?section={open}', noQueue],
    ['refuses a token without the scope', 'token: write', '?section={open}', noQueue],
    ['refuses a section’s moderator without a section', 'moderator', '', noQueue],
    ['refuses another section’s moderator', 'moderator', '?section={other}', noQueue],
    ['shows a section’s queue', 'moderator', '?section={open}', { offset: 0, limit: 20 }],
    ['shows the whole queue to a global moderator', 'global moderator', '?limit=1000', { limit: 100 }],
    ['knows no such section', 'administrator', `?section=${unknown}`, noSection],
  ],
  'GET /self/reports': [
    ['shows one’s own', 'author', '', { count: 0, items: [] }],
    ['tells a token nothing that does not read the forum', 'token: base', '', '403 forbidden'],
    ['needs a member', 'guest', '', unauthenticated],
    ['takes no client for a member', 'client', '', unauthenticated],
    ['refuses a banned member', 'banned', '', unresolved],
  ],
  'GET /reports/{report_id}': [
    ['shows a report', 'moderator', '{pending_report}', { id: '{pending_report}', status: 'Pending' }],
    ['refuses a guest', 'guest', '{pending_report}', noSingleReport],
    ['refuses the reporter', 'stranger', '{pending_report}', noSingleReport],
    ['refuses a member whatever the id', 'author', unknown, noSingleReport],
    ['refuses another section’s moderator', 'moderator', '{foreign_report}', noSingleReport],
    ['knows no such report', 'moderator', unknown, '404 report not found'],
    ['shows none whose target is gone', 'moderator', '{gone_report}', '404 report not found'],
  ],
  'POST /reports/{report_id}/resolution': [
    [
      'resolves none to pending',
      'moderator',
      '{pending_report}',
      '400 a report cannot be resolved to `Pending`',
      { status: 'Pending' },
    ],
    ['refuses a guest', 'guest', '{pending_report}', noResolution, accept],
    ['refuses a member whatever the id', 'author', unknown, noResolution, accept],
    ['refuses another section’s moderator', 'moderator', '{foreign_report}', noResolution, accept],
    ['knows no such report', 'moderator', unknown, '404 report not found', accept],
    [
      'knows no target that is gone',
      'moderator',
      '{gone_report}',
      '404 reported post or thread not found',
      accept,
    ],
    ['resolves', 'moderator', '{pending_report}', { status: 'Accepted', resolution_note: 'Right.' }, accept],
    ['resolves none twice', 'moderator', '{resolved_report}', '409 report is already resolved', accept],
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
  'GET /sanctions': [
    ['shows one’s own', 'muted', '?user={muted}', { count: 1, items: [{ id: '{mute}', kind: 'Mute' }] }],
    ['shows a section’s to its moderator', 'moderator', '?section={open}&active=true', { count: 1 }],
    ['refuses a guest', 'guest', '', noSanctions],
    ['refuses another member', 'author', '?user={muted}', noSanctions],
    ['refuses a section’s moderator without a section', 'moderator', '', noSanctions],
    ['reads bad credentials as a guest', 'bad credentials', '', noSanctions],
    ['knows no such section', 'administrator', `?section=${unknown}`, noSection],
    ['knows no such user', 'administrator', `?user=${unknown}`, '404 user not found'],
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
    ],
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

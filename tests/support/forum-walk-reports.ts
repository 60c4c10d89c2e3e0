import {
  cannot,
  keyed,
  keyRefusals,
  member,
  noSection,
  type Row,
  sectionOf,
  unauthenticated,
  unknown,
  unresolved,
} from './forum-rows.ts'

const spam = { reason: 'Spam' }
const noReport = cannot('report this content')
const reportable = (kind: '' | '_post'): readonly Row[] => [
  ['refuses a guest', 'guest', `{reported${kind}}`, noReport, spam],
  ['refuses a client', 'client', `{reported${kind}}`, noReport, spam],
  ['refuses a banned member', 'banned', `{reported${kind}}`, noReport, spam],
  ['refuses a token that may only read', 'token: read', `{reported${kind}}`, noReport, spam],
  ['refuses the content’s own author', 'author', `{reported${kind}}`, noReport, spam],
  ['takes a report', 'stranger', `{reported${kind}}`, { status: 'Pending', reason: 'Spam' }, spam, keyed],
  ...keyRefusals('stranger', `{reported${kind}}`, { reason: 'Illegal' }),
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
const ofResolvable = (body?: unknown): readonly Row[] => [
  ['refuses a guest', 'guest', '{open_report}', noResolution, body],
  ['refuses the reporter', 'stranger', '{open_report}', noResolution, body],
  ['refuses another section’s moderator', 'moderator', '{foreign_report}', noResolution, body],
  ['knows no such report', 'moderator', unknown, '404 report not found', body],
  [
    'knows no target that is gone',
    'moderator',
    '{gone_report}',
    '404 reported post or thread not found',
    body,
  ],
]
const ofQueue: readonly Row[] = [
  ['refuses a guest', 'guest', '?section={open}', noQueue],
  ['refuses a member', 'author', '?section={open}', noQueue],
  ['refuses a section’s moderator without a section', 'moderator', '', noQueue],
  ['refuses another section’s moderator', 'moderator', '?section={other}', noQueue],
  ['knows no such section', 'administrator', `?section=${unknown}`, noSection],
]
const mute = { section: sectionOf('open'), kind: 'Mute', reason: 'Enough.', internal_note: 'Spam.' }
const warning = { ...mute, kind: 'Warning' }
const judged = (name: string, more: object = {}) => ({
  target: { type: name.endsWith('_post') ? 'ForumPost' : 'ForumThread', id: `{${name}}` },
  status: 'Accepted',
  ...more,
})
const assigned = (name: string) => ({ assignee: member(name) })
const noAssignee = '422 target assignee user not found'
/** Reports, their queue and the work on them. */
export const reportWalk: Readonly<Record<string, readonly Row[]>> = {
  'POST /posts/{post_ref}/reports': reportable('_post'),
  'POST /threads/{thread_ref}/reports': reportable(''),
  'GET /reports': [
    ['refuses a guest', 'guest', '?section={open}', noQueue],
    ['refuses a member', 'author', '?section={open}', noQueue],
    ['refuses a token without the scope', 'token: write', '?section={open}', noQueue],
    ['refuses a section’s moderator without a section', 'moderator', '', noQueue],
    ['refuses another section’s moderator', 'moderator', '?section={other}', noQueue],
    ['shows a section’s queue', 'moderator', '?section={open}', { offset: 0, limit: 20 }],
    ['shows the work on each with it', 'moderator', '?section={open}&include=work', { offset: 0 }],
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
  'POST /reports/resolutions': [
    ['refuses a guest', 'guest', '', noResolution, { reports: [unknown], status: 'Accepted' }],
    ['refuses a member', 'author', '', noResolution, { reports: [unknown], status: 'Accepted' }],
    [
      'judges each by itself',
      'moderator',
      '',
      {
        results: [
          { report: '{resolved_report}', status: 409, error: 'report is already resolved' },
          { report: unknown, status: 404, error: 'report not found' },
        ],
      },
      { reports: ['{resolved_report}', unknown], status: 'Accepted' },
    ],
  ],
  'GET /report-targets': [
    ...ofQueue,
    ['shows what was reported', 'moderator', '?section={open}', { offset: 0, limit: 20 }],
    ['shows the whole site’s to a global moderator', 'global moderator', '?limit=1000', { limit: 100 }],
  ],
  'GET /report-targets/count': [
    ...ofQueue,
    ['counts it', 'administrator', '?section={other}', { pending: 1 }],
  ],
  'POST /report-targets/judgements': [
    ['refuses a guest', 'guest', '', noResolution, judged('reported_post')],
    ['refuses a member whatever the id', 'author', '', noResolution, judged('nowhere')],
    ['refuses another section’s moderator', 'moderator', '', noResolution, judged('foreign')],
    ['knows no such target', 'moderator', '', '404 reported post or thread not found', judged('nowhere')],
    [
      'lets no warning expire',
      'moderator',
      '',
      '400 a warning cannot expire',
      judged('reported_post', { sanction: { ...warning, expires_at: '2099-01-01T00:00:00.000Z' } }),
    ],
    [
      'imposes none that has ended',
      'moderator',
      '',
      '422 invalid `expires_at`: lies in the past',
      judged('reported_post', { sanction: { ...mute, expires_at: '2020-01-01T00:00:00.000Z' } }),
    ],
    [
      'sanctions where the moderator may',
      'moderator',
      '',
      cannot('sanction this user'),
      judged('reported_post', { sanction: { ...mute, section: sectionOf('other') } }),
    ],
    [
      'knows no such section',
      'moderator',
      '',
      noSection,
      judged('reported_post', { sanction: { ...mute, section: sectionOf('nowhere') } }),
    ],
    [
      'sanctions nobody without an account',
      'moderator',
      '',
      '404 user to sanction not found',
      judged('orphaned', { sanction: mute }),
    ],
    [
      'hides no post of a deleted thread',
      'moderator',
      '',
      cannot('hide this post'),
      judged('withheld_post', { hide: {} }),
    ],
    [
      'deletes no thread twice',
      'moderator',
      '',
      '409 thread is already deleted',
      judged('withheld', { hide: {} }),
    ],
    [
      'resolves, hides and warns',
      'moderator',
      '',
      { post: { id: '{reported_post}' }, sanction: { kind: 'Warning' } },
      judged('reported_post', { hide: { comment: 'Spam' }, sanction: warning }),
    ],
    ['judges nothing twice', 'moderator', '', '409 report is already resolved', judged('reported_post')],
    [
      'mutes nobody twice',
      'administrator',
      '',
      '409 a live mute already covers this scope',
      judged('stranger_post', { sanction: { ...mute, section: sectionOf('other') } }),
    ],
  ],
  'GET /reports/{report_id}/assignment': [
    ['tells that nobody was assigned', 'moderator', '{resolved_report}', { assignee: null, time: null }],
    ...ofResolvable(),
  ],
  'PUT /reports/{report_id}/assignment': [
    ...ofResolvable(assigned('moderator')),
    ['knows nobody of this id', 'moderator', '{open_report}', noAssignee, assigned('nowhere')],
    [
      'assigns nobody who may not resolve it',
      'moderator',
      '{open_report}',
      '422 target assignee user does not have the permission to resolve this report',
      assigned('stranger'),
    ],
    [
      'assigns an administrator by their account',
      'moderator',
      '{open_report}',
      { assignee: member('administrator') },
      assigned('administrator'),
    ],
    [
      'assigns by a username',
      'moderator',
      '{open_report}',
      { assignee: member('moderator'), assigned_by: member('moderator') },
      { assignee: { type: 'User', username: 'moderator' } },
    ],
    ['assigns nobody any more', 'moderator', '{open_report}', { assignee: null }, { assignee: null }],
    [
      'assigns none that is resolved',
      'moderator',
      '{resolved_report}',
      '409 report is already resolved',
      { assignee: null },
    ],
  ],
  'POST /reports/{report_id}/notes': [
    ...ofResolvable({ body: 'Known here.' }),
    ['notes', 'moderator', '{open_report}', { body: 'Known here.' }, { body: 'Known here.' }, keyed],
    ...keyRefusals('moderator', '{open_report}', { body: 'Known elsewhere.' }),
  ],
  'GET /reports/{report_id}/notes': [
    ...ofResolvable(),
    ['shows notes', 'moderator', '{open_report}', { count: 1, items: [{ body: 'Known here.' }] }],
  ],
}

import { newMail, onePixel } from './suite-contents.ts'
import { forAdministrators, forMembers, forRecent, type Row, type Walk } from './suite-rows.ts'
import { REFUSED } from './suite-world.ts'

const noScope = '404 not found'

const aPng = { 'content-type': 'image/png' }
const noMedia = '404 media not found'
const most = 8 * 1_048_576

const media: Walk = {
  createMedia: [
    ['keeps a picture', 'member', '/media', { type: 'Media', width: 1 }, async () => onePixel(), aPng],
    ['needs a member', 'guest', '/media', '401 authentication required', async () => onePixel(), aPng],
    [
      'refuses bad credentials',
      'bad credentials',
      '/media',
      '401 invalid credentials',
      async () => onePixel(),
      aPng,
    ],
    [
      'refuses a token that may not write',
      'application',
      '/media',
      '403 forbidden',
      async () => onePixel(),
      aPng,
    ],
    [
      'takes pictures only',
      'member',
      '/media',
      '415 unsupported image',
      async () => Buffer.from('<svg>'),
      aPng,
    ],
    [
      'takes whole pictures',
      'member',
      '/media',
      '422 invalid image',
      async () => onePixel().subarray(0, 20),
      aPng,
    ],
    [
      'takes no larger ones',
      'member',
      '/media',
      '413 request body is too large',
      async () => Buffer.alloc(most + 1),
      aPng,
    ],
  ],
  getMedia: [
    ['shows it', 'guest', '/media/{picture}/full', '200'],
    ['shows it to all alike', 'bad credentials', '/media/{picture}/thumbnail', '200'],
    ['knows no such picture', 'guest', '/media/{nowhere}/full', noMedia],
    ['knows no such variant', 'guest', '/media/{picture}/half', noMedia],
  ],
  putMediaDraft: [
    ['keeps it for a draft', 'member', '/media/{picture}/draft', '200'],
    ['knows no such picture', 'member', '/media/{nowhere}/draft', noMedia],
    ...forMembers('/media/{picture}/draft'),
    ['refuses a token that may not write', 'application', '/media/{picture}/draft', '403 forbidden'],
    ['refuses others', 'other', '/media/{picture}/draft', '403 forbidden'],
  ],
  deleteMediaDraft: [
    ['lets go of it', 'member', '/media/{picture}/draft', '200'],
    ['knows no such picture', 'member', '/media/{nowhere}/draft', noMedia],
    ...forMembers('/media/{picture}/draft'),
    ['refuses a token that may not write', 'application', '/media/{picture}/draft', '403 forbidden'],
    ['refuses others', 'other', '/media/{picture}/draft', '403 forbidden'],
  ],
  deleteMedia: [
    ['deletes it', 'member', '/media/{doomed_picture}', '200'],
    ['deletes it once', 'member', '/media/{doomed_picture}', noMedia],
    ...forMembers('/media/{picture}'),
    ['refuses a token that may not write', 'application', '/media/{picture}', '403 forbidden'],
    ['refuses others', 'other', '/media/{picture}', '403 forbidden'],
  ],
}

const avatar = '/users/{member}/avatar'
const chosen = { media: '{picture}' }
const noUser = '404 user not found'
const avatars: Walk = {
  getAvatar: [
    ['draws one', 'guest', avatar, '200'],
    ['knows its sizes', 'guest', `${avatar}?size=192`, '200'],
    ['knows no others', 'guest', `${avatar}?size=50`, '400 invalid `size` query parameter'],
    ['knows nobody of this id', 'guest', '/users/{nowhere}/avatar', noUser],
  ],
  putAvatar: [
    ['shows a picture', 'member', avatar, '200', chosen],
    ...forMembers(avatar, chosen),
    ['refuses tokens', 'application', avatar, '403 forbidden', chosen],
    ['refuses others', 'other', avatar, '403 forbidden', chosen],
    ['knows nobody of this id', 'administrator', '/users/{nowhere}/avatar', noUser, chosen],
    ['knows no such picture', 'member', avatar, noMedia, { media: '{nowhere}' }],
  ],
  deleteAvatar: [
    ['draws one again', 'member', avatar, '200'],
    ...forMembers(avatar),
    ['refuses others', 'other', avatar, '403 forbidden'],
    ['knows nobody of this id', 'administrator', '/users/{nowhere}/avatar', noUser],
  ],
}

const captcha: Walk = {
  createCaptchaChallenge: [
    ['hands one out', 'guest', '/captcha/register/challenge', { challenge: { c: 1 } }],
    ['knows two scopes', 'guest', '/captcha/elsewhere/challenge', noScope],
  ],
  redeemCaptchaChallenge: [
    [
      'takes solutions',
      'guest',
      '/captcha/register/redeem',
      { success: true },
      ({ solved }) => solved('first'),
    ],
    [
      'takes them once',
      'guest',
      '/captcha/register/redeem',
      '400 captcha challenge was already redeemed',
      ({ solved }) => solved('first'),
    ],
    [
      'refuses a forged challenge',
      'guest',
      '/captcha/register/redeem',
      '400 invalid captcha challenge',
      { token: 'forged', solutions: [] },
    ],
    [
      'refuses another form’s',
      'guest',
      '/captcha/register/redeem',
      '400 captcha challenge was issued for another scope',
      ({ solved }) => solved('second', 'login'),
    ],
    [
      'refuses what solves nothing',
      'guest',
      '/captcha/login/redeem',
      '400 invalid captcha solutions',
      async ({ solved }) => ({ ...(await solved('second', 'login')), solutions: [] }),
    ],
    ['knows two scopes', 'guest', '/captcha/elsewhere/redeem', noScope, {}],
  ],
}

const noApp = '404 app not found'
const edit = (guarantee: string, answer: string, patch: object): Row => [
  guarantee,
  'administrator',
  '/apps/{open_app}',
  answer,
  patch,
]
const main = { key: 'main' }

/** What the administrator may see and do of a channel's deliveries. */
const deliveryOf = (end: string): readonly Row[] => [
  ['tells its state', 'administrator', `/apps/{open_app}/channels/main${end}`, { state: 'Active' }],
  ...forAdministrators(`/apps/{open_app}/channels/main${end}`),
  ['knows no such app', 'administrator', `/apps/{nowhere}/channels/main${end}`, noApp],
  [
    'knows no such channel',
    'administrator',
    `/apps/{open_app}/channels/side${end}`,
    '404 app channel not found',
  ],
]

const apps: Walk = {
  listApps: [['lists what a guest may see', 'guest', '/apps', { count: 1 }]],
  getApp: [
    ['shows an app', 'guest', '/apps/{open_app}', { id: '{open_app}' }],
    ['shows a retired one as gone', 'guest', '/apps/{gone_app}', '410'],
    ['shows no hidden one', 'member', '/apps/{hidden_app}', noApp],
  ],
  updateApp: [
    ['edits', 'administrator', '/apps/{open_app}', { kind: 'Other' }, { kind: 'Other' }],
    ...forAdministrators('/apps/{open_app}', { kind: 'Other' }),
    forRecent('/apps/{open_app}', { owners: [] }),
    ['knows no such app', 'administrator', '/apps/{nowhere}', noApp, {}],
    edit('knows no such channel', '422 app channel not found', { channels: [{ key: 'side' }] }),
    edit('takes a channel once', '422 invalid `channels`: a key stands twice', { channels: [main, main] }),
    edit('knows its owners', '422 unknown owner', { owners: [{ type: 'User', id: '{nowhere}' }] }),
    edit('reads a template', '422 invalid `user_uri`', { channels: [{ ...main, user_uri: 'nothing' }] }),
  ],
  rotateChannelSecret: [
    [
      'makes a secret',
      'administrator',
      '/apps/{open_app}/channels/main/secret',
      { previous_expires_at: null },
    ],
    ...forAdministrators('/apps/{open_app}/channels/main/secret'),
    forRecent('/apps/{open_app}/channels/main/secret'),
    ['knows no such app', 'administrator', '/apps/{nowhere}/channels/main/secret', noApp],
    [
      'knows no such channel',
      'administrator',
      '/apps/{open_app}/channels/side/secret',
      '404 app channel not found',
    ],
  ],
  getChannelDelivery: deliveryOf('/delivery'),
  resumeChannel: deliveryOf('/resume'),
  linkAccount: [
    ['links', 'client', '/apps/{open_app}/accounts/{member}', { id: '7' }, { id: '7' }],
    [
      'needs a caller',
      'guest',
      '/apps/{open_app}/accounts/{member}',
      '401 authentication required',
      { id: '7' },
    ],
    [
      'refuses bad credentials',
      'bad credentials',
      '/apps/{open_app}/accounts/{member}',
      '401 invalid credentials',
      { id: '7' },
    ],
    ['refuses others', 'administrator', '/apps/{open_app}/accounts/{member}', '403 forbidden', { id: '7' }],
    ['knows no such app', 'client', '/apps/{nowhere}/accounts/{member}', noApp, { id: '7' }],
    [
      'knows no such member',
      'client',
      '/apps/{open_app}/accounts/{nowhere}',
      '404 user not found',
      { id: '7' },
    ],
    [
      'links one account',
      'client',
      '/apps/{open_app}/accounts/{member}',
      '409 account is already linked',
      { id: '8' },
    ],
  ],
  listAccounts: [
    ['lists', 'guest', '/users/{member}/accounts', { count: 1 }],
    ['knows nobody of this id', 'guest', '/users/{nowhere}/accounts', '404 user not found'],
  ],
  showAccount: [
    [
      'shows',
      'member',
      '/users/{member}/accounts/{open_app}',
      { visibility: 'Public' },
      { visibility: 'Public' },
    ],
    ...forMembers('/users/{member}/accounts/{open_app}', { visibility: 'Public' }),
    [
      'refuses others',
      'other',
      '/users/{member}/accounts/{open_app}',
      '403 forbidden',
      { visibility: 'Public' },
    ],
    [
      'knows no such account',
      'member',
      '/users/{member}/accounts/{nowhere}',
      '404 account not found',
      { visibility: 'Public' },
    ],
  ],
  unlinkAccount: [
    ['unlinks', 'administrator', '/apps/{open_app}/accounts/{member}', '200'],
    ...forMembers('/apps/{open_app}/accounts/{member}'),
    ['refuses others', 'other', '/apps/{open_app}/accounts/{member}', '403 forbidden'],
    ['knows no such app', 'client', '/apps/{nowhere}/accounts/{member}', noApp],
    ['knows no such account', 'administrator', '/apps/{open_app}/accounts/{member}', '404 account not found'],
  ],
  testChannel: [
    [
      'sends a test',
      'administrator',
      '/apps/{heard_app}/channels/main/test',
      { type: 'Delivery', kind: 'test', status: 'Pending' },
    ],
    [
      'sends nothing without an address',
      'administrator',
      '/apps/{open_app}/channels/main/test',
      '409 channel has no event stream',
    ],
    ...forAdministrators('/apps/{open_app}/channels/main/test'),
    ['knows no such app', 'administrator', '/apps/{nowhere}/channels/main/test', noApp],
    [
      'knows no such channel',
      'administrator',
      '/apps/{open_app}/channels/side/test',
      '404 app channel not found',
    ],
  ],
  listDeliveries: [
    ['lists', 'administrator', '/apps/{open_app}/deliveries', { count: 2 }],
    ...forAdministrators('/apps/{open_app}/deliveries'),
    ['knows no such app', 'administrator', '/apps/{nowhere}/deliveries', noApp],
  ],
  replayDelivery: [
    [
      'sends again what arrived',
      'administrator',
      '/apps/{open_app}/deliveries/{delivered_delivery}/replay',
      { id: '{delivered_delivery}', status: 'Pending' },
    ],
    ...forAdministrators('/apps/{open_app}/deliveries/{delivered_delivery}/replay'),
    ['knows no such app', 'administrator', '/apps/{nowhere}/deliveries/{dead_delivery}/replay', noApp],
    [
      'knows no such delivery',
      'administrator',
      '/apps/{open_app}/deliveries/{nowhere}/replay',
      '404 delivery not found',
    ],
  ],
  listDeadLetters: [
    ['lists', 'administrator', '/apps/deliveries/dead-letters', { items: [{ id: '{dead_delivery}' }] }],
    ...forAdministrators('/apps/deliveries/dead-letters'),
  ],
  replayDeadLetter: [
    [
      'sends again',
      'administrator',
      '/apps/deliveries/{dead_delivery}/replay',
      { id: '{dead_delivery}', status: 'Pending' },
    ],
    ...forAdministrators('/apps/deliveries/{dead_delivery}/replay'),
    [
      'sends nothing that arrived',
      'administrator',
      '/apps/deliveries/{delivered_delivery}/replay',
      '409 delivery is not a dead letter',
    ],
    [
      'knows no such delivery',
      'administrator',
      '/apps/deliveries/{nowhere}/replay',
      '404 delivery not found',
    ],
  ],
}

/** A game's accounts: one archived, two with unreadable links, one unknown. */
const archived = (letter: 'A' | 'B' | 'C', place: string): readonly Row[] => [
  ['shows an account', 'guest', `/archive/${place}/users/1`, { type: `Game${letter}User`, id: '1' }],
  ['knows nothing of others', 'guest', `/archive/${place}/users/4`, `404 Game${letter}UserNotFound`],
  ['tells that the linked member is unknown', 'guest', `/archive/${place}/users/2`, '404 GetLinkedSvc'],
  ['tells that who linked is unknown', 'guest', `/archive/${place}/users/3`, '404 GetSvcLinkedBy'],
]

/** A field's periods: of an archived one, of an unknown field, and of a record that is not archived. */
const periods = (
  record: string,
  field: string,
  missing?: readonly [path: string, error: string],
): readonly Row[] => [
  [
    'tells a field’s periods',
    'guest',
    `/archive/${record}/history?field=${field}`,
    { type: 'ArchivePeriods', field },
  ],
  ['knows no such field', 'guest', `/archive/${record}/history?field=nothing`, '404 FieldNotFound'],
  ...(missing
    ? [
        [
          'knows nothing of others',
          'guest',
          `/archive/${missing[0]}/history?field=${field}`,
          `404 ${missing[1]}`,
        ] as const,
      ]
    : []),
]

const archive: Walk = {
  listArchivedRecords: [
    ['lists accounts and creatures', 'guest', '/archive/records?type=GameAUser', { type: 'ArchivedRecords' }],
    ['knows no such type', 'guest', '/archive/records?type=Nothing', '400 invalid `type` query parameter'],
  ],
  getGameAUser: archived('A', 'game_a/{server_a}'),
  getGameBUser: archived('B', 'game_b/{server_b}'),
  getGameCUser: archived('C', 'game_c'),
  getGameACreature: [
    ['shows a creature', 'guest', '/archive/game_a/{server_a}/creatures/1', { type: 'GameACreature' }],
    [
      'knows nothing of others',
      'guest',
      '/archive/game_a/{server_a}/creatures/2',
      '404 GameACreatureNotFound',
    ],
  ],
  getGameCScores: [['shows scores', 'guest', '/archive/game_c/users/1/scores', []]],
  getGameCRewards: [
    ['shows rewards', 'guest', '/archive/game_c/users/1/rewards/1', { stats: [], rewards: [] }],
  ],
  getGameAUserHistory: periods('game_a/{server_a}/users/1', 'coins', [
    'game_a/{server_a}/users/4',
    'GameAUserNotFound',
  ]),
  getGameACreatureHistory: periods('game_a/{server_a}/creatures/1', 'name', [
    'game_a/{server_a}/creatures/2',
    'GameACreatureNotFound',
  ]),
  getGameBUserHistory: periods('game_b/{server_b}/users/1', 'inventory', [
    'game_b/{server_b}/users/4',
    'GameBUserNotFound',
  ]),
  getGameCUserHistory: periods('game_c/users/1', 'links', ['game_c/users/4', 'GameCUserNotFound']),
  getGameCScoresHistory: periods('game_c/users/1/scores', 'scores'),
  getGameCRewardsHistory: periods('game_c/users/1/rewards/1', 'rewards'),
}

const unreadable = '500 internal error'
const noMail = '403 forbidden'
const aMail = { 'content-type': 'message/rfc822' }
const absence = Buffer.from('Subject: Out of office\r\n\r\nBack on Monday.')

const jobs: Walk = {
  listJobs: [
    ['lists', 'administrator', '/job/jobs', { offset: 0, limit: 100 }],
    ['tells nobody else', 'member', '/job/jobs', unreadable],
  ],
  createJob: [
    // Succeeds only for a kind that administrators may create.
    ['knows no kind', 'administrator', '/job/jobs', unreadable, { kind: 'Unknown', state: null }],
    [
      'refuses a member',
      'member',
      '/job/jobs',
      '403 current actor does not have the permission to create a job',
      { kind: 'Unknown', state: null },
    ],
  ],
  getJob: [
    ['shows a job', 'administrator', '/job/jobs/{job}', { id: '{job}' }],
    ['tells nobody else', 'guest', '/job/jobs/{job}', unreadable],
  ],
  getTask: [
    ['shows a task', 'administrator', '/job/tasks/{task}', { id: '{task}', status: 'Complete' }],
    ['knows no other', 'administrator', '/job/tasks/{nowhere}', unreadable],
  ],
  getExport: [
    ['gives the file', 'member', '/job/exports/{export}/1', '200'],
    [
      'sends a guest’s browser to sign in',
      'guest',
      '/job/exports/{export}/1',
      '303',
      undefined,
      { accept: 'text/html' },
    ],
    ...forMembers('/job/exports/{export}/1'),
    ['gives it to nobody else', 'administrator', '/job/exports/{export}/1', '404 export not found'],
  ],
  listOutboundEmails: [
    ['lists', 'administrator', '/outbound_email', { offset: 0, limit: 100 }],
    ['refuses a member', 'member', '/outbound_email', noMail],
  ],
  sendOutboundEmail: [
    [
      'sends',
      'administrator',
      '/outbound_email',
      { recipient: 'once@example.com' },
      async () => newMail('once@example.com'),
    ],
    ['refuses a guest', 'guest', '/outbound_email', noMail, async () => newMail('once@example.com')],
    [
      'tells that a mail was refused',
      'administrator',
      '/outbound_email',
      unreadable,
      async () => newMail(REFUSED),
    ],
  ],
  takeBounce: [
    [
      'reads it',
      'guest',
      '/outbound_email/bounces/{bounce}',
      { is_refusal: false },
      async () => absence,
      aMail,
    ],
    ['names no mail', 'guest', '/outbound_email/bounces/x', '404 mail not found', async () => absence, aMail],
  ],
  openOutboundEmail: [['shows a pixel', 'guest', '/outbound_email/open/{pixel}', '200']],
}

/** The operations of all services behind the gateway but the forum, which has a walk of its own. */
export const servicesWalk: Walk = { ...captcha, ...apps, ...archive, ...jobs, ...media, ...avatars }

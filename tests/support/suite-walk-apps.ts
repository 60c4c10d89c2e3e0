import { forAdministrators, forMembers, forRecent, type Row, type Walk } from './suite-rows.ts'

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

/** Applications’ registry, and deliveries. */
export const appsWalk: Walk = {
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

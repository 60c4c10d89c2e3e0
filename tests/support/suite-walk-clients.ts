import { forAdministrators, forRecent, type Walk } from './suite-rows.ts'

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

/** Applications, and what operators read. */
export const clientsWalk: Walk = {
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

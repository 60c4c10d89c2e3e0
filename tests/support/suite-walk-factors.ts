import { codeOf, wrongCodeOf } from '../../services/gateway/tests/authenticators/codes.ts'
import { SoftAuthenticator } from '../../services/gateway/tests/authenticators/soft-authenticator.ts'
import { forMembers, forRecent, type Row, type Walk } from './suite-rows.ts'
import type { World } from './suite-world.ts'

const noUser = '404 user not found'
const forbidden = '403 forbidden'
const unknown = '404 authenticator not found'
const tooMany = '409 account has as many authenticators as one may have'
const of = (name: string, rest = '') => `/users/{${name}}/authenticators${rest}`
const phone = { name: 'Phone' }

const present =
  (name: string) =>
  async ({ secrets }: World) => ({ code: codeOf(secrets[name] ?? '') })
const wrong =
  (name: string) =>
  async ({ secrets }: World) => ({ code: wrongCodeOf(secrets[name] ?? '') })

const passkey = new Map<string, SoftAuthenticator>()
/** The same passkey each time, by an answer to a new challenge. */
const made = async ({ suite, callers, names }: World) => {
  const { body } = await suite.call('POST', `/users/${names.guarded}/authenticators/passkeys/options`, {
    as: callers.guarded,
  })
  // While its store is broken it has none to answer.
  if (!body.user) return unasked
  const one = passkey.get(suite.url) ?? new SoftAuthenticator(suite.url)
  passkey.set(suite.url, one)
  return { name: 'Laptop', credential: one.make(body) }
}
const unasked = {
  name: 'Laptop',
  credential: new SoftAuthenticator('http://localhost').make({
    challenge: 'bm90aGluZw',
    user: { id: 'bm9ib2R5' },
  }),
}

/** A member's own route's answers to all others. */
const forThemAlone = (path: (name: string) => string, body?: Row[4]): readonly Row[] => [
  ...forMembers(path('guarded'), body),
  ['refuses another member', 'other', path('guarded'), forbidden, body],
  ['refuses an administrator', 'administrator', path('guarded'), forbidden, body],
  forRecent(path('administrator'), body),
]

/** Second factors. */
export const factorsWalk: Walk = {
  listAuthenticators: [
    ['lists them', 'guarded', of('guarded'), { count: 3 }],
    ['lists them to administrators', 'administrator', of('guarded'), { count: 3 }],
    ...forMembers(of('guarded')),
    ['refuses another member', 'other', of('guarded'), forbidden],
    ['knows nobody of this id', 'administrator', of('nowhere'), noUser],
  ],
  createTotp: [
    ['makes a secret', 'guarded', of('guarded', '/totp'), {}, phone],
    ...forThemAlone((name) => of(name, '/totp'), phone),
    ['makes no more than one may have', 'hoarder', of('hoarder', '/totp'), tooMany, phone],
  ],
  enableAuthenticator: [
    [
      'refuses a wrong code',
      'guarded',
      of('guarded', '/{tablet}'),
      '422 invalid second factor',
      wrong('tablet'),
    ],
    ['takes a right one', 'guarded', of('guarded', '/{tablet}'), { kind: 'Totp' }, present('tablet')],
    [
      'takes it once',
      'guarded',
      of('guarded', '/{tablet}'),
      '409 authenticator is already in force',
      present('tablet'),
    ],
    ['knows none of this id', 'guarded', of('guarded', '/{nowhere}'), unknown, present('tablet')],
    ['takes no more than one may have', 'hoarder', of('hoarder', '/{waiting}'), tooMany, present('waiting')],
    ...forThemAlone((name) => of(name, '/{tablet}'), { code: '000000' }),
  ],
  createPasskeyChallenge: [['asks any passkey', 'guest', '/auth/passkey/options', { allowCredentials: [] }]],
  createPasskeyOptions: [
    ['says how to make one', 'guarded', of('guarded', '/passkeys/options'), { attestation: 'none' }],
    ...forThemAlone((name) => of(name, '/passkeys/options')),
    ['makes no more than one may have', 'hoarder', of('hoarder', '/passkeys/options'), tooMany],
  ],
  createPasskey: [
    ['adds it', 'guarded', of('guarded', '/passkeys'), { kind: 'Passkey' }, made],
    ['adds it once', 'guarded', of('guarded', '/passkeys'), '409 authenticator is already in force', made],
    ['takes no answer to nothing', 'guarded', of('guarded', '/passkeys'), '422 invalid passkey', unasked],
    ...forThemAlone((name) => of(name, '/passkeys'), unasked),
    ['adds no more than one may have', 'hoarder', of('hoarder', '/passkeys'), tooMany, unasked],
  ],
  createRecoveryCodes: [
    ['makes them anew', 'guarded', of('guarded', '/recovery-codes'), {}],
    [
      'makes none without a factor',
      'member',
      of('member', '/recovery-codes'),
      '409 account has no second factor',
    ],
    ...forThemAlone((name) => of(name, '/recovery-codes')),
  ],
  deleteAuthenticator: [
    ['removes one', 'administrator', of('guarded', '/{spare}'), '200'],
    ['removes it once', 'administrator', of('guarded', '/{spare}'), unknown],
    [
      'removes none of another administrator',
      'administrator',
      of('deputy', '/{spare}'),
      '409 account is an administrator’s',
    ],
    ...forMembers(of('guarded', '/{spare}')),
    ['refuses another member', 'other', of('guarded', '/{spare}'), forbidden],
    ['knows nobody of this id', 'administrator', of('nowhere', '/{spare}'), noUser],
    forRecent(of('guarded', '/{phone}')),
  ],
}

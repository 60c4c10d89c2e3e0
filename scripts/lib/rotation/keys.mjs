import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'

/** @typedef {Record<string, Record<string, string>>} Envs by service and key */
/** @typedef {Record<string, unknown>} Kept what a step must know of those before it */

/**
 * @typedef {object} Step
 * @property {(envs: Envs, name: string, kept: Kept) => { kept: Kept, changes: Envs }} edit
 * @property {string} [next]
 * @property {number} [afterSeconds]
 */

/** @typedef {{ againAfterSeconds?: number, steps: Record<string, Step> }} Rotation */

/** How long something signed by a key may still be in use, in seconds. */
const PRINCIPALS_LIVE = 60
const CHALLENGES_LIVE = 20 * 60
const SEALED_ANEW = 2 * 60
const AUTHENTICATORS_SEALED_ANEW = 10 * 60
const ID_TOKENS_LIVE = 60 * 60
/** Erasure holds a username for 30 days; docs/privacy.md. */
const NAMES_HELD = 30 * 24 * 60 * 60

const hex = () => randomBytes(32).toString('hex')

/**
 * New values of one key, in all files that have it.
 *
 * @param {Envs} envs
 * @param {string} key
 * @param {(value: string) => string} valueFrom
 */
const inAll = (envs, key, valueFrom) =>
  Object.fromEntries(
    Object.entries(envs)
      .filter(([, env]) => key in env)
      .map(([service, env]) => [service, { [key]: valueFrom(env[key]) }]),
  )

/**
 * A key with up to two values, comma separated.
 *
 * @param {string} key
 * @param {(all: string[]) => string} valueFrom
 * @returns {Step}
 */
const listed = (key, valueFrom) => ({
  edit: (envs, _name, kept) => ({ kept, changes: inAll(envs, key, (value) => valueFrom(value.split(','))) }),
})
/** @param {string} key */
const append = (key) => listed(key, (all) => [...all, hex()].join(','))
/** @param {string} key */
const newestFirst = (key) => listed(key, (all) => all.toReversed().join(','))
/** @param {string} key */
const firstAlone = (key) => listed(key, ([first]) => first)
/** @param {string} key */
const lastAlone = (key) => listed(key, (all) => /** @type {string} */ (all.at(-1)))

function newSigner() {
  const { privateKey } = generateKeyPairSync('ed25519')
  return { ...privateKey.export({ format: 'jwk' }), kid: randomBytes(8).toString('hex'), alg: 'EdDSA' }
}
/** @param {Record<string, unknown>} key */
const publicOf = ({ d: _private, ...key }) => key
/** @param {string} key */
const digest = (key) => createHash('sha256').update(key).digest('hex')

/**
 * The services whose list of callers names this one.
 *
 * @param {Envs} envs
 * @param {string} name
 */
const calledBy = (envs, name) =>
  Object.fromEntries(
    Object.entries(envs).filter(([, { SERVICE_CALLERS: callers = '' }]) =>
      callers.split(',').some((caller) => caller.startsWith(`${name}=`)),
    ),
  )

/**
 * What is rotated, and how: each step's `edit` returns the new values by service and key, and what later steps must
 * know; `next` says what comes after it; `afterSeconds` is how long the previous step must have been in force after the last
 * pod of before is gone.
 * `againAfterSeconds` is how long the last rotation must have been in force before the next one.
 *
 * @type {Record<string, Rotation>}
 */
export const rotations = {
  'internal-key': {
    steps: {
      add: {
        ...append('INTERNAL_KEY'),
        next: 'Both keys are accepted. Let operators use the new one, then: drop',
      },
      drop: lastAlone('INTERNAL_KEY'),
    },
  },
  'principal-key': {
    steps: {
      add: {
        edit: (envs) => {
          const kept = newSigner()
          /** @param {string} value */
          const withBoth = (value) => JSON.stringify({ keys: [...JSON.parse(value).keys, publicOf(kept)] })
          return { kept, changes: inAll(envs, 'PRINCIPAL_KEYS', withBoth) }
        },
        next: 'Every service knows both keys. Next: use',
      },
      use: {
        edit: (envs, _name, kept) => ({
          kept,
          changes: inAll(envs, 'PRINCIPAL_PRIVATE_KEY', () => JSON.stringify(kept)),
        }),
        next: 'The new key signs. A minute later: drop',
      },
      drop: {
        afterSeconds: PRINCIPALS_LIVE,
        edit: (envs, _name, kept) => ({
          kept,
          changes: inAll(envs, 'PRINCIPAL_KEYS', () => JSON.stringify({ keys: [publicOf(kept)] })),
        }),
      },
    },
  },
  'captcha-key': {
    steps: {
      add: { ...append('CAPTCHA_KEYS'), next: 'Both keys are accepted. Next: use' },
      use: { ...newestFirst('CAPTCHA_KEYS'), next: 'The new key signs. Twenty minutes later: drop' },
      drop: { ...firstAlone('CAPTCHA_KEYS'), afterSeconds: CHALLENGES_LIVE },
    },
  },
  'id-token-key': {
    steps: {
      add: { ...append('ID_TOKEN_KEYS'), next: 'Both keys are published. Next: use' },
      use: { ...newestFirst('ID_TOKEN_KEYS'), next: 'The new key signs. An hour later: drop' },
      drop: { ...firstAlone('ID_TOKEN_KEYS'), afterSeconds: ID_TOKENS_LIVE },
    },
  },
  'webhook-key': {
    steps: {
      add: { ...append('WEBHOOK_KEY'), next: 'Both keys open. Next: use' },
      use: { ...newestFirst('WEBHOOK_KEY'), next: 'All is sealed anew. Two minutes later: drop' },
      drop: { ...firstAlone('WEBHOOK_KEY'), afterSeconds: SEALED_ANEW },
    },
  },
  'authenticator-key': {
    steps: {
      add: { ...append('AUTHENTICATOR_KEY'), next: 'Both keys open. Next: use' },
      use: { ...newestFirst('AUTHENTICATOR_KEY'), next: 'All is sealed anew. Ten minutes later: drop' },
      drop: { ...firstAlone('AUTHENTICATOR_KEY'), afterSeconds: AUTHENTICATORS_SEALED_ANEW },
    },
  },
  // Usernames held under the last key are recognised until it is replaced in turn.
  'held-names-key': {
    againAfterSeconds: NAMES_HELD,
    steps: { use: listed('HELD_NAMES_KEY', ([last]) => [hex(), last].join(',')) },
  },
  'mail-pixel-key': { steps: { use: listed('MAIL_PIXEL_KEY', hex) } },
  'service-key': {
    steps: {
      add: {
        edit: (envs, name) => {
          const kept = { old: digest(envs[name]?.SERVICE_KEY ?? ''), key: hex() }
          /** @param {string} value */
          const more = (value) => `${value},${name}=${digest(kept.key)}`
          return { kept, changes: inAll(calledBy(envs, name), 'SERVICE_CALLERS', more) }
        },
        next: 'Those that it calls take both. Next: use',
      },
      use: {
        edit: (_envs, name, kept) => ({
          kept,
          changes: { [name]: { SERVICE_KEY: /** @type {string} */ (kept.key) } },
        }),
        next: 'It calls with the new one. Next: drop',
      },
      drop: {
        edit: (envs, name, kept) => {
          /** @param {string} value */
          const without = (value) =>
            value
              .split(',')
              .filter((caller) => caller !== `${name}=${kept.old}`)
              .join(',')
          return { kept, changes: inAll(calledBy(envs, name), 'SERVICE_CALLERS', without) }
        },
      },
    },
  },
}

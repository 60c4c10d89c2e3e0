import {
  databaseEnv,
  limitsEnv,
  natsEnv,
  redisEnv,
  runbooksEnv,
  serviceEnv,
  upstreamEnv,
  urlsOf,
} from '@agora/shared/config/env'
import { type UrlsKey, upstreamNames, urlsKeyOf } from '@agora/shared/contracts/services'
import { type Static, Type } from 'typebox'

/** A key for each service behind the gateway: `FORUM_URLS`, `MAIL_JOBS_URLS`. */
const addresses = Object.fromEntries(upstreamNames.map((name) => [urlsKeyOf(name), urlsOf(name)])) as Record<
  UrlsKey,
  ReturnType<typeof urlsOf>
>

export const Env = Type.Object({
  ...serviceEnv,
  ...databaseEnv('gateway'),
  ...natsEnv,
  ...redisEnv,
  ...limitsEnv,
  ...upstreamEnv,
  PRINCIPAL_PRIVATE_KEY: Type.String({ description: 'Private JWK (JSON, Ed25519) that signs principals.' }),
  INTERNAL_KEY: Type.String({
    default: '',
    description:
      'The key that Svc-Internal-Auth must carry; two, comma separated, during a rotation. While it is empty, nothing is accepted.',
  }),
  HELD_NAMES_KEY: Type.String({
    pattern: '^[0-9a-f]{64}(,[0-9a-f]{64})*$',
    description:
      'Digests the usernames of erased accounts, which nobody else gets for thirty days: 32 bytes in hexadecimal. Two ' +
      'comma separated while it is replaced.',
  }),
  ID_TOKEN_KEYS: Type.String({
    pattern: '^[0-9a-f]{64}(,[0-9a-f]{64})?$',
    description:
      'Private keys (P-256, 32 bytes in hexadecimal) of the id tokens that applications get: the first signs; the ' +
      'public parts of both are published, while keys rotate.',
  }),
  AUTHENTICATOR_KEY: Type.String({
    pattern: '^[0-9a-f]{64}(,[0-9a-f]{64})?$',
    description:
      'Encrypts the secrets of the programs that show codes, digests those of clients, and makes the challenges of ' +
      'passkeys: 32 bytes in hexadecimal. Two comma separated while it is replaced: the first seals, both open.',
  }),
  ADMIN_PASSWORD: Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: 256,
      description: 'The password that the administrator’s account is made with.',
    }),
  ),
  CAPTCHA_ENABLED: Type.Optional(
    Type.Union([Type.Literal('true'), Type.Literal('false')], {
      description: 'Overrides captcha.enabled of the configuration.',
    }),
  ),
  ...addresses,
  REPLICA_HOSTS: Type.String({
    default: '',
    description:
      'Names, comma separated, by which DNS tells the addresses of all replicas of `{service}`, for the operations ' +
      'page; empty where the addresses above are those of the replicas themselves.',
  }),
  METRICS_HOST: Type.String({ default: '127.0.0.1', description: 'Address of the port below.' }),
  METRICS_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65_535,
      description:
        'Where /metrics and /health are served for operators, apart from the port that the world sees.',
    }),
  ),
  MAX_IN_PROGRESS: Type.Integer({
    minimum: 1,
    default: 300,
    description:
      'The most requests in progress at once; more are refused with 503 and Retry-After. Two thirds of them may be for ' +
      'one service, five sixths for those behind the gateway together.',
  }),
  MAX_HELD_BYTES: Type.Integer({
    minimum: 4_194_304,
    default: 41_943_040,
    description:
      'The room for bodies and answers on their way between callers and services, in bytes. One answer may take five sixths of it; the largest have 33 MB.',
  }),
  GUEST_CACHE_MS: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 60_000,
      description:
        'Overrides cache.guests_ms of the configuration: how old a page may be that a guest reads; 0 keeps none.',
    }),
  ),
  GUEST_CACHE_BYTES: Type.Integer({
    minimum: 0,
    default: 16_777_216,
    description:
      'Memory for pages cached for guests, in bytes. Part of MAX_HELD_BYTES, and freed first when memory is short.',
  }),
  MAX_CONNECTIONS: Type.Integer({
    minimum: 1,
    default: 10_000,
    description: 'The most connections at once.',
  }),
  MAX_CONNECTIONS_PER_ADDRESS: Type.Integer({
    minimum: 1,
    default: 2_000,
    description:
      'The most connections at once from one address (IPv6: one /64), and of requests at once that a trusted proxy ' +
      'brings for it. Not counted while LIMITS_ENABLED is false.',
  }),
  PROMETHEUS_URL: Type.Optional(
    Type.String({
      format: 'http-url',
      description: 'Address of Prometheus; the operations page shows its firing alerts.',
    }),
  ),
  ...runbooksEnv,
  READY_GRACE_SECONDS: Type.Integer({
    minimum: 0,
    default: 5,
    description:
      'How long a new process waits for its database and the other services before it says that it is ready.',
  }),
})
export type Env = Static<typeof Env>

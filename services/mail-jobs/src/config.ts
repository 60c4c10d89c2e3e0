import {
  databaseEnv,
  gatewayClientEnv,
  natsEnv,
  principalEnv,
  redisEnv,
  serviceEnv,
  urlsOf,
} from '@agora/shared/config/env'
import { accountHolders } from '@agora/shared/contracts/erasures'
import { type UrlsKey, urlsKeyOf } from '@agora/shared/contracts/services'
import { type Static, Type } from 'typebox'

/** The other services that hold something of members, for their exports. */
export const holders = accountHolders.filter((name) => name !== 'mail-jobs')
const addresses = Object.fromEntries(holders.map((name) => [urlsKeyOf(name), urlsOf(name)])) as Record<
  UrlsKey,
  ReturnType<typeof urlsOf>
>

export const Env = Type.Object({
  ...serviceEnv,
  ...principalEnv,
  ...databaseEnv('mail-jobs'),
  ...natsEnv,
  ...gatewayClientEnv,
  ...redisEnv,
  ...addresses,
  SMTP_URL: Type.String({ pattern: '^smtps?://', examples: ['smtps://user:password@host:465'] }),
  MAIL_PIXEL_KEY: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'Signs the open-tracking image, and the addresses of mails that come back.',
  }),
  MAIL_LEASE_SECONDS: Type.Number({
    default: 15,
    minimum: 0.5,
    maximum: 600,
    description: 'How long a worker keeps a task without renewing its lease; then another may take it.',
  }),
  MAIL_CONCURRENCY: Type.Integer({
    default: 10,
    minimum: 1,
    maximum: 100,
    description: 'Tasks that one process works on at a time.',
  }),
  MAIL_UNANSWERED_SECONDS: Type.Number({
    default: 600,
    minimum: 1,
    maximum: 3600,
    description:
      'How long the mail server may be silent, most of all after the end of a message (RFC 5321, 4.5.3.2).',
  }),
})
export type Env = Static<typeof Env>

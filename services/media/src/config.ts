import {
  databaseEnv,
  gatewayClientEnv,
  limitsEnv,
  natsEnv,
  principalEnv,
  serviceEnv,
  urlsOf,
} from '@agora/shared/config/env'
import { type Static, Type } from 'typebox'

export const Env = Type.Object({
  ...serviceEnv,
  ...principalEnv,
  ...databaseEnv('media'),
  ...natsEnv,
  ...gatewayClientEnv,
  ...limitsEnv,
  FORUM_URLS: urlsOf('forum'),
  MEDIA_URL: Type.String({
    pattern: '^(file:///|s3://[^:@/]+:[^@/]+@[^/]+/[^/?]+)',
    examples: ['file:///var/lib/agora/media', 's3://KEY:SECRET@s3.example/BUCKET?region=eu-central-1'],
    description:
      'Where pictures are kept: a folder that all processes of the service share, or a bucket of an S3-compatible store ' +
      '(`tls=false` for one without TLS; what is special in the key or the secret is percent-encoded).',
  }),
  MEDIA_ADOPT: Type.Optional(
    Type.Union([Type.String({ format: 'uuid' }), Type.Literal('unmarked')], {
      description:
        'Whose pictures at MEDIA_URL this database takes over: the id that the log names, or `unmarked` for those that ' +
        'nobody’s name is on. Files that it does not know are deleted afterwards.',
    }),
  ),
  MEDIA_WORKERS: Type.Integer({
    minimum: 1,
    maximum: 16,
    default: 2,
    description: 'How many pictures one process decodes at once, each in a process of its own.',
  }),
  MEDIA_WORKER_MEMORY: Type.Integer({
    minimum: 100,
    maximum: 4_096,
    default: 320,
    description: 'Memory for decoding one picture, in MiB; one that takes more is refused.',
  }),
  MEDIA_WORKER_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 60,
    default: 30,
    description: 'How long one picture may take to decode; one that takes longer is refused.',
  }),
})
export type Env = Static<typeof Env>

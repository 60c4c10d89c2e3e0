import { readEnv } from '@agora/shared/config/env'
import type { Server } from '@agora/shared/http/types'
import { createLogger } from '@agora/shared/observability/logger'
import { createApp as createCaptchaApp } from '../../services/captcha/src/app.ts'
import { Env as CaptchaEnv } from '../../services/captcha/src/config.ts'
import { createContext as createCaptchaContext } from '../../services/captcha/src/context.ts'
import { createTokens } from '../../services/captcha/src/protocol/tokens.ts'
import { createApp as createMailJobsApp } from '../../services/mail-jobs/src/app.ts'
import { Env as MailJobsEnv } from '../../services/mail-jobs/src/config.ts'
import { createContext as createMailJobsContext } from '../../services/mail-jobs/src/context.ts'
import { registryOf } from '../../services/mail-jobs/src/kinds/registry.ts'
import type { World } from './suite-world.ts'

const quiet = (service: string) => createLogger(service, 'silent')

function environment({ suite }: World, service: 'captcha' | 'mail-jobs'): Record<string, string> {
  const { d: _private, ...key } = suite.secrets.principalKey
  return {
    PORT: '0',
    AGORA_CONFIG: suite.config,
    DATABASE_URL: suite.database.urls[service],
    PRINCIPAL_KEYS: JSON.stringify({ keys: [key] }),
  }
}

/** The captcha service itself, but without a key. */
export async function captchaThatCannotSign(world: World): Promise<Server> {
  const env = readEnv(CaptchaEnv, {
    ...environment(world, 'captcha'),
    CAPTCHA_KEYS: world.suite.secrets.captchaKey,
  })
  const context = createCaptchaContext(env, quiet('captcha'))
  const app = createCaptchaApp({
    ...context,
    parameters: { c: 1, s: 32, d: 1 },
    faults: [],
    tokens: createTokens([], { challenge: 1, verification: 1 }),
  })
  app.addHook('onClose', () => context.db.close())
  return app
}

/** The mail service itself, but with a kind of task that administrators may create. */
export async function mailJobsWithAnOpenKind(world: World): Promise<Server> {
  const { suite } = world
  const env = readEnv(MailJobsEnv, {
    ...environment(world, 'mail-jobs'),
    NATS_URL: suite.nats?.url ?? '',
    REDIS_URL: suite.redis?.url ?? '',
    GATEWAY_URL: suite.url,
    SERVICE_KEY: suite.secrets.serviceKeys['mail-jobs'],
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_PIXEL_KEY: suite.secrets.mailPixelKey,
  })
  const context = createMailJobsContext(env, quiet('mail-jobs'))
  const open = {
    name: 'Open',
    version: 1,
    acceptsState: () => true,
    run: async () => ({ type: 'complete' as const, output: {} }),
  }
  const app = createMailJobsApp({ ...context, kinds: registryOf([open]) })
  app.addHook('onClose', async () => {
    await context.signals.close()
    await context.db.close()
  })
  return app
}

import path from 'node:path'
import { root } from '../project.mjs'

/** Port 9 is that of the discard service: about nobody listens there. */
const NOBODY = '127.0.0.1:9'

/** A description of a deployment whose stores are nowhere. */
async function deploymentWithoutStores() {
  const { services } = await import('@agora/shared/contracts/services')
  const { newSecrets } = await import('@agora/suite/secrets')
  const each = (value) => Object.fromEntries(services.map((name) => [name, value]))
  return {
    host: '127.0.0.1',
    ports: each([9]),
    config: path.join(root, 'config/agora.yaml'),
    databaseUrls: each(`postgresql://nobody@${NOBODY}/nothing`),
    redisUrl: `redis://${NOBODY}`,
    natsUrl: `nats://${NOBODY}`,
    smtpUrl: `smtp://${NOBODY}`,
    secrets: newSecrets(),
    common: {},
    overrides: {},
  }
}

async function appOf(name, deployment) {
  const { environmentOf } = await import('@agora/suite/deployment')
  const { readEnv } = await import('@agora/shared/config/env')
  const { createLogger } = await import('@agora/shared/observability/logger')
  const from = (module) => import(path.join(root, 'services', name, 'dist', `${module}.js`))
  const [config, { createContext }, { createApp }, { errors }] = await Promise.all(
    ['config', 'context', 'app', 'errors'].map(from),
  )
  const source = environmentOf(deployment, name, 9)
  const env = config.readAppsEnv ? config.readAppsEnv(source) : readEnv(config.Env, source)
  const context = await createContext(env, createLogger(name, 'silent'))
  const app = createApp(context, () => true)
  await app.ready()
  return { name, app, context, errors }
}

/**
 * The applications of all services of the API as production makes them, but listening nowhere, with each service's errors and,
 * for those behind the gateway, how it passes requests on. The process must be ended: their stores are never found.
 */
export async function serviceApps() {
  const { declarationOf, services } = await import('@agora/shared/contracts/services')
  const deployment = await deploymentWithoutStores()
  const ofTheApi = services.filter((name) => declarationOf(name).serves !== 'the rest of the site')
  const apps = await Promise.all(ofTheApi.map((name) => appOf(name, deployment)))
  const [gateway] = apps.filter(({ name }) => name === 'gateway')
  const { areas } = gateway.context
  return apps.map((app) => ({ ...app, proxied: areas[app.name] }))
}

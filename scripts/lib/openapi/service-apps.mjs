import path from 'node:path'
import { root } from '../project.mjs'

/** @typedef {import('@agora/shared/contracts/services').ServiceName} ServiceName */

/** The environment of a deployment without stores. */
async function deploymentWithoutStores() {
  const { services } = await import('@agora/shared/contracts/services')
  const { NOBODY } = await import('@agora/suite/deployment')
  const { newSecrets } = await import('@agora/suite/secrets')
  /**
   * @template Value
   * @param {Value} value
   */
  const each = (value) =>
    /** @type {Record<ServiceName, Value>} */ (Object.fromEntries(services.map((name) => [name, value])))
  return {
    host: '127.0.0.1',
    ports: each([9]),
    config: path.join(root, 'config/agora.yaml'),
    databaseUrls: each(`postgresql://nobody@${NOBODY}/nothing`),
    redisUrl: `redis://${NOBODY}`,
    natsUrl: `nats://${NOBODY}`,
    smtpUrl: `smtp://${NOBODY}`,
    mediaUrl: 'file:///nowhere',
    secrets: newSecrets(),
    common: {},
    overrides: {},
  }
}

/**
 * @param {ServiceName} name
 * @param {import('@agora/suite/deployment').Deployment} deployment
 */
async function appOf(name, deployment) {
  const { environmentOf } = await import('@agora/suite/deployment')
  const { readEnv } = await import('@agora/shared/config/env')
  const { createLogger } = await import('@agora/shared/observability/logger')
  /** @param {string} module */
  const from = (module) => import(path.join(root, 'services', name, 'dist', `${module}.js`))
  const [{ Env }, { createContext }, { createApp }, { errors }] = await Promise.all(
    ['config', 'context', 'app', 'errors'].map(from),
  )
  const env = readEnv(Env, environmentOf(deployment, name, 9))
  const context = await createContext(env, createLogger(name, 'silent'))
  const app = createApp(context, () => true)
  await app.ready()
  return { name, app, context, errors }
}

/**
 * The applications of all API services as production creates them, but not listening, with each service's errors and,
 * for those behind the gateway, how it proxies them. The process must be ended afterwards: it retries its stores for
 * ever.
 */
export async function serviceApps() {
  const { declarationOf, services } = await import('@agora/shared/contracts/services')
  const deployment = await deploymentWithoutStores()
  const ofTheApi = services.filter((name) => !declarationOf(name).isFallback)
  const apps = await Promise.all(ofTheApi.map((name) => appOf(name, deployment)))
  const [gateway] = apps.filter(({ name }) => name === 'gateway')
  const { services: proxied } = gateway.context
  return apps.map((app) => ({ ...app, proxied: proxied[app.name] }))
}

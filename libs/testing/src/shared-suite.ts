import { randomBytes } from 'node:crypto'
import { runningSuites } from './running-suites.ts'
import { type Suite, type SuiteOptions, startSuite } from './suite.ts'

type SharedOptions = Pick<SuiteOptions, 'services' | 'replicas' | 'config' | 'env'>

/** The keys of the worker's site, in the middle of their rotation: the first one signs. */
export const idTokenKeys = [randomBytes(32), randomBytes(32)].map((key) => key.toString('hex')).join(',')

/** What most pages and the gateway's endpoints need. */
const site: SharedOptions = {
  services: ['gateway', 'forum', 'web'],
  replicas: { gateway: 2 },
  config: {
    site: { contact: 'help@community.example', cors_origins: ['https://page.example'] },
    clients: [
      {
        key: 'wiki@clients',
        display_name: 'The wiki',
        app_uri: 'https://wiki.example/',
        callback_uri: 'https://wiki.example/back',
        public: true,
      },
    ],
  },
  env: { gateway: { ID_TOKEN_KEYS: idTokenKeys } },
}

/** This worker's deployments. They end with the worker, by its guardian. */
const started = new Map<string, Promise<Suite>>()
let turns = 0

/**
 * A deployment that this worker's test files use one after another; the first one starts it.
 * Other files have left their members, sections and threads in it: a test takes its own and asserts nothing about all
 * there are, and it kills no process and changes no setting. The usernames of members end with a number of the file's
 * own. Closing leaves the deployment running.
 */
export async function sharedSuite(options: SharedOptions): Promise<Suite> {
  const key = JSON.stringify(options)
  let suite = await started.get(key)
  if (!suite || !isWhole(suite)) {
    await suite?.close()
    const starting = startSuite(options)
    started.set(key, starting)
    starting.catch(() => started.delete(key))
    suite = await starting
  }
  const { processes } = suite
  runningSuites.add(processes)
  const { member } = suite
  const turn = ++turns
  return {
    ...suite,
    member: (username, { displayName = username, ...profile } = {}) =>
      member(`${username}_${turn}`, { displayName, ...profile }),
    close: async () => void runningSuites.delete(processes),
  }
}

/** The worker's site, with two gateways, a configured client, and an origin whose pages may call the API. */
export const sharedSite = (): Promise<Suite> => sharedSuite(site)

/** A file that crashes a process fails by itself, not all files after it. */
const isWhole = ({ processes }: Suite) =>
  Object.values(processes).every((replicas) => replicas.every(({ isRunning }) => isRunning))

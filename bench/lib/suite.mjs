import { urlsKeyOf } from '@agora/shared/contracts/services'
import { ensureDatabase, migrateAll, prepareDatabases } from '@agora/suite/databases'
import { newSecrets } from '@agora/suite/secrets'
import { startPostgres } from '@agora/suite/servers/postgres'
import { temporaryFolder } from '@agora/suite/temporary'
import { startSuite } from '@agora/testing/suite'
import { shareTestPostgres, TEMPLATE } from '@agora/testing/test-postgres'
import { seedForum } from '../data/seed.mjs'
import { sizes } from '../data/sizes.mjs'
import { familyCpuOf } from './processes.mjs'

/**
 * @typedef {import('@agora/shared/contracts/services').ServiceName} ServiceName
 * @typedef {import('../data/sizes.mjs').Size} Size
 * @typedef {typeof import('../../scripts/lib/project.mjs').step} Step
 * @typedef {Awaited<ReturnType<typeof startSeeded>>} Forum
 */

/**
 * What the cases are measured on.
 *
 * @typedef {object} Bench
 * @property {Forum[]} forums
 * @property {Forum} main the largest
 * @property {Awaited<ReturnType<typeof startBenchPostgres>>} postgres
 * @property {number} seconds
 * @property {() => Promise<import('@agora/testing/suite').Member>} member
 */

/**
 * @typedef {object} Prepared
 * @property {undefined} [skipped]
 * @property {import('./measure.mjs').Subject} own
 * @property {import('./measure.mjs').Subject} floor
 * @property {() => Promise<void>} [before] each round
 * @property {() => unknown} close may return a note
 */

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {string} floor what it is compared with
 * @property {number} target
 * @property {() => Promise<Prepared | { skipped: Reason }>} prepare
 */

/** @typedef {'there is no nginx here'} Reason why a case is skipped */

/** One Postgres for all suites of a run, so that all are measured on the same one. It never waits for the disk. */
export async function startBenchPostgres() {
  const folder = temporaryFolder('bench')
  const postgres = await startPostgres({ folder: folder.path, durable: false, maxConnections: 400 })
  await ensureDatabase(postgres.url, TEMPLATE)
  const templateUrls = await prepareDatabases({
    url: postgres.urlOf(TEMPLATE),
    passwords: newSecrets().databasePasswords,
  })
  await migrateAll(templateUrls)
  shareTestPostgres({ adminUrl: postgres.url, templateUrls })
  return {
    folder: folder.path,
    /** Of all its connections, ended ones too, in microseconds. */
    cpu: () => familyCpuOf(postgres.pid),
    close: async () => {
      await postgres.kill()
      folder.remove()
    },
  }
}

/**
 * A suite with a forum of this size.
 *
 * @param {Size} size
 * @param {ServiceName[]} services
 * @param {Step} step
 */
export async function startSeeded(size, services, step) {
  const suite = await startSuite({
    services,
    // The easiest challenges: the cost of a redemption for the service does not depend on the difficulty. Only the
    // seeded sections, whichever services run.
    config: { captcha: { enabled: false, puzzles: 50, difficulty: 1 }, sections: [], apps: [] },
  })
  try {
    return { suite, seeded: await seedForum(suite.database.adminUrl, sizes[size], step), size }
  } catch (error) {
    await suite.close()
    throw error
  }
}

/**
 * The processor time of a suite's services, and of the processes that they start, so far, in microseconds.
 *
 * @param {Pick<Awaited<ReturnType<typeof startSuite>>, 'processes'>} suite
 */
export const processorTimeOf = ({ processes }) =>
  Object.values(processes)
    .flat()
    .reduce((sum, { pid }) => sum + (pid === undefined ? 0 : familyCpuOf(pid)), 0)

/**
 * Another gateway for the same forum, which caches guests' pages for a second as it is deployed.
 *
 * @param {{ suite: Awaited<ReturnType<typeof startSuite>> }} forum
 * @param {{ limits?: boolean, trustedProxies?: string[] }} [options]
 */
export async function startCachingGateway({ suite }, { limits = false, trustedProxies = [] } = {}) {
  const { database, secrets, urls } = suite
  return startSuite({
    services: ['gateway'],
    database,
    secrets,
    limits,
    config: {
      captcha: { enabled: false },
      sections: [],
      apps: [],
      site: { trusted_proxies: trustedProxies },
    },
    env: { gateway: { GUEST_CACHE_MS: '1000', [urlsKeyOf('forum')]: urls.forum[0] } },
  })
}

/**
 * The headers of a member, or of a guest without one, as the gateway sends them: valid for half a minute.
 *
 * @param {Pick<Forum, 'suite' | 'seeded'>} forum
 * @param {'active' | 'away' | 'moderator' | import('../data/seed.mjs').Member} [who] any other member too
 * @param {import('@agora/shared/contracts/services').UpstreamName} [audience]
 */
export async function principalHeaders({ suite, seeded }, who, audience = 'forum') {
  /** @type {import('@agora/testing/suite').PrincipalInput} */
  const principal =
    who === undefined
      ? { kind: 'guest' }
      : {
          kind: 'user',
          isAdministrator: who === 'moderator',
          ceiling: 'full',
          isRecent: true,
          createdAt: seeded.since,
          ...(typeof who === 'string' ? seeded[who] : who),
        }
  return (await suite.principal(principal, audience)).headers
}

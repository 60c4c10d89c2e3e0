import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

/** Holds the keys of all of Debian's supported releases. */
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'

const SOURCES = '/etc/apt/sources.list.d'

/** Whether this is a system that has Debian's packages. */
export const hasPackages = () => existsSync('/usr/bin/apt-get')

/** The code name of the running Debian, such as `bookworm`; undefined on other systems, Ubuntu included. */
export function debianRelease(): string | undefined {
  if (!existsSync('/etc/os-release')) return undefined
  const facts = readFileSync('/etc/os-release', 'utf8')
  return /^ID=debian$/m.test(facts) ? /^VERSION_CODENAME=(\w+)$/m.exec(facts)?.[1] : undefined
}

/** The folder in which `fetchPackages` puts these. */
export const folderOf = (packages: readonly string[]) => packages.join('+').replaceAll('/', '@')

/**
 * Downloads Debian's packages with their missing dependencies and unpacks them into a folder of their own in `folder`:
 * all of them at once or none. `NAME/RELEASE` names a package of another release, from the same mirror. It needs neither
 * root nor a previous `apt-get update`. Any number of processes may do so at once; of two that want the same packages,
 * those of the first stay.
 */
export async function fetchPackages(packages: readonly string[], folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const work = mkdtempSync(path.join(folder, '.fetch-'))
  const lists = path.join(work, 'lists')
  const archives = path.join(work, 'archives')
  const unpacked = path.join(work, 'unpacked')
  for (const one of [lists, archives]) mkdirSync(path.join(one, 'partial'), { recursive: true })
  const options = {
    'Dir::State::lists': lists,
    'Dir::Cache': work,
    'Dir::Cache::archives': archives,
    // No lock on the system's folders, none of which is written.
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': '',
    'Acquire::Retries': '2',
  }
  const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  const releases = packages.flatMap((name) => name.split('/').slice(1))
  try {
    if (releases.length > 0) flags.push(...(await withReleases(releases, work)))
    await run('apt-get', [...flags, 'update'])
    const wanted = ['--download-only', '--reinstall', '--yes', '--no-install-recommends', ...packages]
    await run('apt-get', [...flags, 'install', ...wanted])
    for (const file of readdirSync(archives).filter((entry) => entry.endsWith('.deb')))
      await run('dpkg', ['-x', path.join(archives, file), unpacked])
    place(unpacked, path.join(folder, folderOf(packages)))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Has apt know other releases besides the running one, from which all else still comes. */
async function withReleases(releases: readonly string[], work: string): Promise<string[]> {
  const current = debianRelease() ?? ''
  const format = '$(RELEASE) $(CODENAME) $(REPO_URI)'
  const targets = await run('apt-get', ['indextargets', '--format', format, 'Identifier: Packages'])
  const mirror = targets.split('\n').find((line) => line.split(' ', 2).includes(current))
  if (mirror === undefined) throw new Error(`no mirror of Debian's release ${current} is configured`)
  const parts = path.join(work, 'sources')
  mkdirSync(parts)
  for (const file of existsSync(SOURCES) ? readdirSync(SOURCES) : [])
    symlinkSync(path.join(SOURCES, file), path.join(parts, file))
  const uri = mirror.split(' ').at(-1)
  const lines = releases.map((release) => `deb [signed-by=${KEYRING}] ${uri} ${release} main\n`)
  writeFileSync(path.join(parts, 'other-releases.list'), lines.join(''))
  return ['-o', `Dir::Etc::sourceparts=${parts}`, '-o', `APT::Default-Release=/^${current}/`]
}

/** Leaves what stands there already, which others may be running. */
export function place(unpacked: string, target: string): void {
  try {
    renameSync(unpacked, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
  }
}

/** Installs a package on the system, as root; waits for another installation to end. */
export async function installPackage(name: string): Promise<void> {
  await run(
    'apt-get',
    ['install', '--yes', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', name],
    {
      DEBIAN_FRONTEND: 'noninteractive',
      // Keeps the packages' own services from starting.
      RUNLEVEL: '1',
    },
  )
}

/** What the command printed; rejects with that if it fails. */
export function run(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...process.env, LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
      })
    }
    child.once('error', reject)
    child.once('close', (status) => {
      if (status === 0) resolve(output)
      else reject(new Error(`${command} ${args.join(' ')} failed:\n${output.trim()}`))
    })
  })
}

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

/** Whether this is a system that has Debian's packages. */
export const hasPackages = () => existsSync('/usr/bin/apt-get')

/**
 * Downloads Debian's packages with their missing dependencies and unpacks them into a folder of their own in `folder`:
 * all of them at once or none. It needs neither root nor a previous `apt-get update`. Any number of processes may do so
 * at once; of two that want the same packages, those of the first stay.
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
  try {
    await run('apt-get', [...flags, 'update'])
    const wanted = ['--download-only', '--reinstall', '--yes', '--no-install-recommends', ...packages]
    await run('apt-get', [...flags, 'install', ...wanted])
    for (const file of readdirSync(archives).filter((entry) => entry.endsWith('.deb')))
      await run('dpkg', ['-x', path.join(archives, file), unpacked])
    place(unpacked, path.join(folder, packages.join('+')))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Leaves what stands there already, which others may be running. */
function place(unpacked: string, target: string): void {
  try {
    renameSync(unpacked, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
  }
}

/** Installs a package on the system, as root; waits for another installation to end. */
export const installPackage = (name: string): Promise<void> =>
  run('apt-get', ['install', '--yes', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', name], {
    DEBIAN_FRONTEND: 'noninteractive',
    // Keeps the packages' own services from starting.
    RUNLEVEL: '1',
  })

function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<void> {
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
      if (status === 0) resolve()
      else reject(new Error(`${command} ${args.join(' ')} failed:\n${output.trim()}`))
    })
  })
}

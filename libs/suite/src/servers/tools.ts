import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project.ts'

export interface Tool {
  command: string
  /** Additional environment of its process. */
  env: Record<string, string>
}

type ToolName = 'redis-server' | 'nats-server' | 'prometheus' | 'promtool' | 'kubectl' | 'pgbouncer'

const otherPackages: Partial<Record<ToolName, string>> = {
  kubectl: 'kubernetes-client',
  promtool: 'prometheus',
}
/** The Debian and Ubuntu package of a program, usually of the same name. */
const packageOf = (name: ToolName) => otherPackages[name] ?? name

/** What every start needs is fetched together. */
const TOGETHER: readonly ToolName[] = ['redis-server', 'nats-server']
/** Debian puts servers into sbin, which an ordinary user's PATH lacks. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']

const toolsFolder = path.join(projectRoot, '.tools')
const unpacked = path.join(toolsFolder, 'debian')

/**
 * Finds a server program: on the system, among those fetched before, or fetched now. Fetching unpacks Debian's packages
 * into the project's `.tools/` and changes nothing outside; only if that fails and this process may install packages
 * are they installed.
 *
 * @throws Error that says what to type if none of this works.
 */
export async function findTool(
  name: ToolName,
  note: (line: string) => void = () => undefined,
): Promise<Tool> {
  const present = onSystem(name) ?? inTools(name)
  if (present) return present
  const failures: string[] = []
  if (existsSync('/usr/bin/apt-get')) {
    note(`${name} is not installed: fetching it into .tools/`)
    try {
      const wanted = TOGETHER.includes(name) ? TOGETHER.filter((tool) => !onSystem(tool)) : [name]
      await fetchPackages(wanted.map(packageOf))
      const fetched = inTools(name)
      if (fetched) return fetched
    } catch (error) {
      failures.push(String(error instanceof Error ? error.message : error))
    }
    if (process.getuid?.() === 0) {
      note(`${name} could not be fetched: installing the system package`)
      await run('apt-get', ['install', '--yes', '--no-install-recommends', packageOf(name)], {
        DEBIAN_FRONTEND: 'noninteractive',
        // Keeps the packages' own services from starting.
        RUNLEVEL: '1',
      }).catch((error: Error) => failures.push(error.message))
      const installed = onSystem(name)
      if (installed) return installed
    }
  }
  throw new Error(
    [
      `${name} is needed and was not found.`,
      `Install it:                   ${installCommand(name)}`,
      `or name a server that runs:   ${name === 'redis-server' ? 'REDIS_URL=redis://HOST:PORT' : 'NATS_URL=nats://HOST:PORT'} npm start`,
      'or use containers:            docker compose up',
      ...failures,
    ].join('\n'),
  )
}

function installCommand(name: ToolName): string {
  if (process.platform === 'darwin') return `brew install ${name === 'redis-server' ? 'redis' : name}`
  return `sudo apt-get install ${packageOf(name)}`
}

function onSystem(name: ToolName): Tool | undefined {
  const command = [...(process.env.PATH ?? '').split(':'), ...SYSTEM_FOLDERS]
    .map((folder) => path.join(folder, name))
    .find((file) => path.isAbsolute(file) && existsSync(file))
  return command === undefined ? undefined : { command, env: {} }
}

function inTools(name: ToolName): Tool | undefined {
  const command = ['usr/bin', 'usr/sbin'].map((folder) => path.join(unpacked, folder, name)).find(existsSync)
  if (command === undefined) return undefined
  const libraries = ['usr/lib', 'lib']
    .map((folder) => path.join(unpacked, folder))
    .filter(existsSync)
    .flatMap((folder) => [folder, ...readdirSync(folder).map((entry) => path.join(folder, entry))])
    .filter((folder) => folder.endsWith('-linux-gnu') || folder.endsWith('lib'))
  return { command, env: { LD_LIBRARY_PATH: libraries.join(':') } }
}

/** Downloads the packages with their missing dependencies, and unpacks all of them at once or none. */
async function fetchPackages(packages: readonly string[]): Promise<void> {
  const state = path.join(toolsFolder, 'apt')
  const lists = path.join(state, 'lists')
  const archives = path.join(state, 'archives')
  for (const folder of [lists, archives]) mkdirSync(path.join(folder, 'partial'), { recursive: true })
  // Folders of our own, and no lock on the system's: needs neither root nor a previous `apt-get update`.
  const apt = (...args: string[]) =>
    run('apt-get', [
      ...[
        '-o',
        `Dir::State::lists=${lists}`,
        '-o',
        `Dir::Cache=${state}`,
        '-o',
        `Dir::Cache::archives=${archives}`,
      ],
      ...['-o', 'Debug::NoLocking=1', '-o', 'APT::Sandbox::User=', '-o', 'Acquire::Retries=2', ...args],
    ])
  await apt('update')
  await apt('install', '--download-only', '--yes', '--no-install-recommends', ...packages)
  const fresh = `${unpacked}.${process.pid}`
  try {
    for (const file of readdirSync(archives).filter((entry) => entry.endsWith('.deb'))) {
      await run('dpkg', ['-x', path.join(archives, file), fresh])
    }
    rmSync(unpacked, { recursive: true, force: true })
    if (existsSync(fresh)) renameSync(fresh, unpacked)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    rmSync(state, { recursive: true, force: true })
  }
}

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

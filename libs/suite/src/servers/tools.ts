import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project.ts'
import { fetchHelm, helmIsPublished } from './helm.ts'
import { debianRelease, fetchPackages, folderOf, hasPackages, installPackage } from './packages.ts'

export interface Tool {
  command: string
  /** Additional environment of its process. */
  env: Record<string, string>
}

type ToolName =
  | 'redis-server'
  | 'nats-server'
  | 'prometheus'
  | 'promtool'
  | 'prometheus-alertmanager'
  | 'kubectl'
  | 'pgbouncer'
  | 'faketime'
  | 'helm'
  | 'unzip'

const otherPackages: Partial<Record<ToolName, string>> = {
  kubectl: 'kubernetes-client',
  promtool: 'prometheus',
}
/** The Debian and Ubuntu package of a program, usually of the same name. */
const packageOf = (name: ToolName) => otherPackages[name] ?? name

/** Debian 12 has NATS 2.9 of 2022, without the fixes since; the package of the next release runs on it, too. */
const fetchedAs = (name: ToolName) =>
  name === 'nats-server' && debianRelease() === 'bookworm' ? 'nats-server/trixie' : packageOf(name)

/** What every start needs is fetched together. */
const TOGETHER: readonly ToolName[] = ['redis-server', 'nats-server']
/** Debian puts servers into sbin, which an ordinary user's PATH lacks. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']

/** Has a folder for each set of packages that were fetched together. */
const toolsFolder = path.join(projectRoot, '.tools')

/** Helm is none of Debian's packages. */
const canFetch = (name: ToolName) => (name === 'helm' ? helmIsPublished() : hasPackages())

async function fetchInto(name: ToolName): Promise<void> {
  if (name === 'helm') return fetchHelm(toolsFolder, await findTool('unzip'))
  const wanted = TOGETHER.includes(name) ? TOGETHER.filter((tool) => !onSystem(tool)) : [name]
  await fetchPackages(wanted.map(fetchedAs), toolsFolder)
}

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
  const failed = (error: unknown) => {
    failures.push(error instanceof Error ? error.message : String(error))
  }
  if (canFetch(name)) {
    note(`${name} is not installed: fetching it into .tools/`)
    await fetchInto(name).catch(failed)
    const fetched = inTools(name)
    if (fetched) return fetched
    if (hasPackages() && name !== 'helm' && process.getuid?.() === 0) {
      note(`${name} could not be fetched: installing the system package`)
      await installPackage(packageOf(name)).catch(failed)
      const installed = onSystem(name)
      if (installed) return installed
    }
  }
  throw new Error(
    [
      `${name} is needed and was not found.`,
      `Install it:                   ${installCommand(name)}`,
      ...insteadOf(name),
      ...failures,
    ].join('\n'),
  )
}

/** What spares `npm start` the program. */
function insteadOf(name: ToolName): string[] {
  if (!TOGETHER.includes(name)) return []
  const given = name === 'redis-server' ? 'REDIS_URL=redis://HOST:PORT' : 'NATS_URL=nats://HOST:PORT'
  return [
    `or name a server that runs:   ${given} npm start`,
    'or use containers:            docker compose up',
  ]
}

function installCommand(name: ToolName): string {
  if (name === 'helm') return 'https://helm.sh/docs/intro/install'
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
  if (!existsSync(toolsFolder)) return undefined
  const fetched = folderOf([fetchedAs(name)])
  for (const packages of readdirSync(toolsFolder).filter((entry) => entry.split('+').includes(fetched))) {
    const unpacked = path.join(toolsFolder, packages)
    const command = ['usr/bin', 'usr/sbin']
      .map((folder) => path.join(unpacked, folder, name))
      .find(existsSync)
    if (command !== undefined) return { command, env: { LD_LIBRARY_PATH: librariesIn(unpacked).join(':') } }
  }
}

const librariesIn = (unpacked: string): string[] =>
  ['usr/lib', 'lib']
    .map((folder) => path.join(unpacked, folder))
    .filter(existsSync)
    .flatMap((folder) => [folder, ...readdirSync(folder).map((entry) => path.join(folder, entry))])
    .filter((folder) => folder.endsWith('-linux-gnu') || folder.endsWith('lib'))

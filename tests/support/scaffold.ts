import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '@agora/suite/project'

const execute = promisify(execFile)

/** Copies the repository's files, as they are in the work tree, into a folder. */
export function copyProject(folder: string): void {
  const words = ['ls-files', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', words, { cwd: projectRoot, encoding: 'utf8' }).split('\n')
  for (const file of files.filter((name) => name !== '' && existsSync(path.join(projectRoot, name)))) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    // A link of the chart stays one.
    cpSync(path.join(projectRoot, file), path.join(folder, file), { verbatimSymlinks: true })
  }
}

/** Runs a command in a copy; rejects with its whole output if it fails. */
export async function runIn(folder: string, command: string, ...words: string[]): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, CI: 'true' }, maxBuffer: 16 * 1024 * 1024 }
  const { stdout, stderr } = await execute(command, words, options).catch((error) => {
    throw new Error(`${command} ${words.join(' ')} failed\n${error.stdout}${error.stderr}`)
  })
  return stdout + stderr
}

const DECLARATIONS = 'libs/shared/src/contracts/services.ts'
const END = '} as const satisfies Record<string, ServiceDeclaration>'

/** Declares a service after the others. */
export function declare(folder: string, entry: string): void {
  const file = path.join(folder, DECLARATIONS)
  const text = readFileSync(file, 'utf8')
  if (!text.includes(END)) throw new Error(`${DECLARATIONS} does not end as it did`)
  writeFileSync(
    file,
    text.replace(END, () => `${entry}\n${END}`),
  )
}

export function undeclareAll(folder: string): void {
  copyFileSync(path.join(projectRoot, DECLARATIONS), path.join(folder, DECLARATIONS))
}

function typeboxVersion(): string {
  const shared = readFileSync(path.join(projectRoot, 'libs/shared/package.json'), 'utf8')
  return JSON.parse(shared).dependencies.typebox
}

const manifest = (name: string) => ({
  name: `@agora/${name}`,
  version: '0.1.0',
  private: true,
  type: 'module',
  files: ['dist/bundle', 'prisma/migrations'],
  main: './dist/bundle/main.js',
  devDependencies: { '@agora/shared': 'workspace:*', typebox: typeboxVersion() },
})

const project = {
  extends: '../../tsconfig.base.json',
  compilerOptions: { rootDir: 'src', outDir: 'dist', tsBuildInfoFile: 'dist/.tsbuildinfo' },
  include: ['src'],
  references: [{ path: '../../libs/shared' }],
}

/** Writes a service's folder: its package, its project, and these files. */
export function writeService(folder: string, name: string, files: Record<string, string>): void {
  const all = {
    'package.json': JSON.stringify(manifest(name), null, 2),
    'tsconfig.json': JSON.stringify(project, null, 2),
    ...files,
  }
  for (const [file, text] of Object.entries(all)) {
    const target = path.join(folder, 'services', name, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
}

export function removeService(folder: string, name: string): void {
  rmSync(path.join(folder, 'services', name), { recursive: true })
  rmSync(path.join(folder, 'k8s/base', name), { recursive: true })
}

/** A service that counts its visits in a database of its own, below /api/v1/visits. */
export const visits = {
  entry: `  visits: {
    title: 'Visits',
    paths: ['/visits'],
    backends: ['postgres'],
    connections: { pool: 2, sessions: 0 },
    secrets: {},
    calledBy: [],
    settings: [],
    reaches: [],
    resources: { cpu: '50m', memory: '96Mi', memoryLimit: '192Mi' },
    scalesBy: 'cpu',
    maxReplicas: 4,
  },`,
  files: {
    'prisma/migrations/20260101000000_visits/migration.sql':
      'CREATE TABLE visit (id bigserial PRIMARY KEY);\n',
    'src/main.ts': `import { databaseEnv, principalEnv, readEnv, serviceEnv } from '@agora/shared/config/env'
import { createDatabase } from '@agora/shared/database/database'
import { access } from '@agora/shared/http/access'
import { createServiceServer } from '@agora/shared/http/service-server'
import { closeInOrder, run } from '@agora/shared/lifecycle/run'
import { createLogger } from '@agora/shared/observability/logger'
import { createRegistry } from '@agora/shared/observability/metrics'
import { Type } from 'typebox'

const logger = createLogger('visits', 'info')
await run(logger, async () => {
  const env = readEnv(Type.Object({ ...serviceEnv, ...principalEnv, ...databaseEnv('visits') }))
  const registry = createRegistry('visits')
  const db = createDatabase({ url: env.DATABASE_URL, schema: 'visits', size: 2, name: 'agora-visits', registry })
  const app = createServiceServer('visits', { env, logger, registry }, { db })
  app.get('/api/v1/visits', { config: { access: access.anyone } }, async (request) => {
    const { rows } = await db.query({ text: 'INSERT INTO visit DEFAULT VALUES RETURNING id::int' })
    return { visit: rows[0]?.id, kind: request.principal.kind }
  })
  await app.listen({ host: env.HOST, port: env.PORT })
  return closeInOrder({ server: app, database: db }, logger)
})
`,
  },
}

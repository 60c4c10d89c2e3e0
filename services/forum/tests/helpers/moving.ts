import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { startMoving } from '@agora/suite/moving'
import type { Suite } from '@agora/testing/suite'
import { afterAll } from 'vitest'

/** What the commands work on: a suite's databases, configuration and secrets. */
export type Instance = Pick<Suite, 'database' | 'config' | 'secrets'>

export interface Moved {
  status: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** The site that links lead to. */
export const SITE = 'https://site.example'

/** Runs a built command; sends it SIGKILL once `until` resolves. */
export function move(
  command: 'import' | 'export',
  instance: Instance,
  words: readonly string[],
  {
    input,
    until,
    env,
    uploads,
  }: {
    input?: string | Uint8Array | Readable
    until?: Promise<unknown>
    env?: NodeJS.ProcessEnv
    /** The folder that `--uploads` names. */
    uploads?: string
  } = {},
): Promise<Moved> {
  const child = startMoving({
    command,
    words: [...words, ...(uploads === undefined ? [] : ['--uploads', uploads])],
    databaseUrls: instance.database.urls,
    uploads,
    env: {
      PATH: process.env.PATH,
      AGORA_CONFIG: instance.config,
      HELD_NAMES_KEY: instance.secrets.heldNamesKey,
      MEDIA_URL: pathToFileURL(path.join(path.dirname(instance.config), 'media')).href,
      ...env,
    },
    stdio: 'pipe',
  })
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  child.stdin?.on('error', () => {})
  if (input instanceof Readable) input.pipe(child.stdin!)
  else child.stdin?.end(input)
  until?.then(() => child.kill('SIGKILL'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, signal) => resolve({ status, signal, stdout, stderr }))
  })
}

/** A folder for a file's tests. */
export function movingFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'agora-moving-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return {
    path: (name: string) => path.join(folder, name),
    write: (name: string, lines: readonly (object | string)[]) => {
      const file = path.join(folder, name)
      writeFileSync(file, linesOf(lines))
      return file
    },
  }
}

export interface Reported {
  line: number
  note?: string
  all?: string[]
  reason?: string
}

/** What the import of a file reported: nothing where all of it was taken as it is. */
export function reported(file: string): Reported[] {
  const report = `${file}.report.ndjson`
  if (!existsSync(report)) return []
  const lines = readFileSync(report, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line))
}

/** The lines of a file; strings verbatim. */
export const linesOf = (lines: readonly (object | string)[]) =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')

export const importLines = (
  instance: Instance,
  folder: ReturnType<typeof movingFolder>,
  name: string,
  lines: readonly (object | string)[],
  words: readonly string[] = [],
) => move('import', instance, ['--from', 'ndjson', folder.write(name, lines), '--site', SITE, ...words])

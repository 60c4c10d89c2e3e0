import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { programOf, projectRoot } from '@agora/suite/project'

export interface CliResult {
  status: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface CliRun {
  child: ChildProcess
  /** Its stderr so far. */
  stderr(): string
  ended: Promise<CliResult>
}

/** Starts a built command of the archive. */
export function startCli(
  name: 'import' | 'export' | 'sample' | 'load-sample',
  url: string,
  words: readonly string[],
  options: { input?: string | Uint8Array; nodeFlags?: string[]; staysOpen?: boolean } = {},
): CliRun {
  const child = spawn(
    process.execPath,
    [...(options.nodeFlags ?? []), programOf('archive', name), ...words],
    {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: url,
        AGORA_CONFIG: path.join(projectRoot, 'config/agora.yaml'),
      },
    },
  )
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  child.stdin.on('error', () => undefined)
  if (options.input !== undefined) child.stdin.write(options.input)
  if (!options.staysOpen) child.stdin.end()
  const ended = new Promise<CliResult>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, signal) => resolve({ status, signal, stdout, stderr }))
  })
  return { child, stderr: () => stderr, ended }
}

export const runCli = (...args: Parameters<typeof startCli>): Promise<CliResult> => startCli(...args).ended

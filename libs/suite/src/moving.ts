import { type ChildProcess, spawn } from 'node:child_process'
import type { Duplex } from 'node:stream'
import { programOf } from './project.ts'

export interface MovingOptions {
  /** The forum's command. */
  command: 'import' | 'export'
  words: readonly string[]
  databaseUrls: { forum: string; gateway: string }
  env: NodeJS.ProcessEnv
  cwd?: string
  /** Of standard input, output and error. */
  stdio?: 'inherit' | 'pipe'
  flags?: readonly string[]
}

/**
 * Starts a command that moves the forum in or out, connected to the gateway's accounts command: each program touches
 * only its own service's data.
 */
export function startMoving(options: MovingOptions): ChildProcess {
  const {
    command,
    words,
    databaseUrls,
    env,
    cwd,
    stdio = 'inherit',
    flags = ['--enable-source-maps'],
  } = options
  const place = cwd === undefined ? {} : { cwd }
  const accounts = spawn(process.execPath, [...flags, programOf('gateway', 'accounts')], {
    ...place,
    env: { ...env, DATABASE_URL: databaseUrls.gateway },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const forum = spawn(process.execPath, [...flags, programOf('forum', command), ...words], {
    ...place,
    env: { ...env, DATABASE_URL: databaseUrls.forum },
    stdio: [stdio, stdio, stdio, 'pipe'],
  })
  const pipe = forum.stdio[3] as Duplex
  for (const stream of [pipe, accounts.stdin, accounts.stdout]) stream.on('error', () => {})
  pipe.pipe(accounts.stdin)
  accounts.stdout.pipe(pipe)
  // Ctrl-C reaches both, and both finish their work in progress.
  forum.once('close', () => accounts.stdin.end())
  return forum
}

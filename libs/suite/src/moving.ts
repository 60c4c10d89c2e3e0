import { type ChildProcess, spawn } from 'node:child_process'
import type { Duplex } from 'node:stream'
import { programOf } from './project.ts'

export interface MovingOptions {
  /** The forum's command. */
  command: 'import' | 'export'
  words: readonly string[]
  databaseUrls: { forum: string; gateway: string; media?: string }
  /** The uploads that an import makes pictures of. */
  uploads?: string | undefined
  env: NodeJS.ProcessEnv
  cwd?: string
  /** What standard input, output and error are. */
  stdio?: 'inherit' | 'pipe'
  flags?: readonly string[]
}

/**
 * Starts a command that moves the forum in or out, connected to the gateway's accounts command and, where uploads are
 * imported, to the media service's pictures command: each program touches only its own service's data.
 */
export function startMoving(options: MovingOptions): ChildProcess {
  const {
    command,
    words,
    databaseUrls,
    uploads,
    env,
    cwd,
    stdio = 'inherit',
    flags = ['--enable-source-maps'],
  } = options
  const place = cwd === undefined ? {} : { cwd }
  const beside = (program: string, url: string | undefined, own: readonly string[] = []) =>
    spawn(process.execPath, [...flags, program, ...own], {
      ...place,
      env: { ...env, DATABASE_URL: url },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
  const companions = [beside(programOf('gateway', 'accounts'), databaseUrls.gateway)]
  if (uploads !== undefined)
    companions.push(beside(programOf('media', 'pictures'), databaseUrls.media, [uploads]))
  const forum = spawn(process.execPath, [...flags, programOf('forum', command), ...words], {
    ...place,
    env: { ...env, DATABASE_URL: databaseUrls.forum },
    stdio: [stdio, stdio, stdio, ...companions.map(() => 'pipe' as const)],
  })
  for (const [index, companion] of companions.entries()) {
    const pipe = forum.stdio[3 + index] as Duplex
    for (const stream of [pipe, companion.stdin, companion.stdout]) stream.on('error', () => {})
    pipe.pipe(companion.stdin)
    companion.stdout.pipe(pipe)
    // Ctrl-C reaches all, and all finish their work in progress.
    forum.once('close', () => companion.stdin.end())
  }
  return forum
}

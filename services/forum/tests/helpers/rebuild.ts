import { spawn } from 'node:child_process'
import { programOf } from '@agora/suite/project'
import type { Forum } from './forum.ts'

/** Runs the command that makes anew what followers have written. */
export function rebuild(forum: Forum, ...args: string[]) {
  const child = spawn(process.execPath, [programOf('forum', 'rebuild'), ...args], {
    env: { ...process.env, DATABASE_URL: forum.suite.database.urls.forum },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(String(data)))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, output, ended }
}

import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** What this process tells its guardian, one JSON text a line. */
export type GuardianOrder =
  | { guard: number; signal: NodeJS.Signals }
  | { release: number }
  | { remove: string }
  | { keep: string }

// Compiled code also when this module runs from its source: the guardian is a process of its own.
const program = path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  '../../dist/suite/guardian-main.js',
)

let guardian: ChildProcess | undefined

function tell(order: GuardianOrder): void {
  guardian ??= startGuardian()
  guardian.stdin?.write(`${JSON.stringify(order)}\n`)
}

/**
 * One small process per process that starts others. It watches a pipe: when this process goes without having
 * stopped its children, the pipe closes and the guardian stops them, last started first.
 */
function startGuardian(): ChildProcess {
  const child = spawn(process.execPath, [program], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: {},
  })
  child.stdin?.on('error', () => undefined)
  // Neither the guardian nor its pipe keeps this process alive.
  child.unref()
  const pipe = child.stdin as (NodeJS.WritableStream & { unref?: () => void }) | null
  pipe?.unref?.()
  return child
}

/** Has the process stopped should this one die; answers the function that calls this off. */
export function guardProcess(pid: number, signal: NodeJS.Signals): () => void {
  tell({ guard: pid, signal })
  return () => tell({ release: pid })
}

/** Has the folder removed when this process ends; answers the function that calls this off. */
export function guardFolder(folder: string): () => void {
  tell({ remove: folder })
  return () => tell({ keep: folder })
}

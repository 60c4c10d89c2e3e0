import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** A process that cannot be taken for a later one with the same number. */
export interface ProcessMark {
  pid: number
  /** By the kernel's clock; empty where the system does not tell. */
  startedAt: string
}

/** Undefined for a process that has ended and only waits for its parent. */
function startOf(pid: number): string | undefined {
  try {
    // The name in parentheses may hold spaces. After it come the state and, 19 fields on, the start time.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return fields[0] === 'Z' ? undefined : (fields[19] ?? '')
  } catch {
    return ''
  }
}

export function markOf(pid: number): ProcessMark {
  return { pid, startedAt: startOf(pid) ?? '' }
}

export function isRunning({ pid, startedAt }: ProcessMark): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Another account's process cannot be signalled, yet it is there.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return startOf(pid) === startedAt
}

/** Asks the process to end and waits for it; after the bound, in milliseconds, it is killed. */
export async function endProcess(mark: ProcessMark, signal: NodeJS.Signals, boundMs: number): Promise<void> {
  const deadline = Date.now() + boundMs
  if (isRunning(mark)) process.kill(mark.pid, signal)
  while (isRunning(mark)) {
    if (Date.now() > deadline) process.kill(mark.pid, 'SIGKILL')
    await sleep(50)
  }
}

import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Identifies a process so that it cannot be confused with a later one of the same number. */
export interface ProcessMark {
  pid: number
  /** By the kernel's clock; empty if the system does not say. */
  startedAt: string
}

/** Undefined for a process that has ended and only waits for its parent. */
function startOf(pid: number): string | undefined {
  try {
    // The name in parentheses may contain spaces. After it come the state and, 19 fields on, the start time.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return fields[0] === 'Z' ? undefined : (fields[19] ?? '')
  } catch {
    return ''
  }
}

/** The kernel states times of processes in ticks, 100 a second on every architecture that Node runs on. */
const TICKS_A_SECOND = 100

/** How long a process has been running, on systems with /proc. */
export function upSeconds(startedAt: string): number {
  const [sinceBoot = ''] = readFileSync('/proc/uptime', 'utf8').split(' ')
  return Number(sinceBoot) - Number(startedAt) / TICKS_A_SECOND
}

export function markOf(pid: number): ProcessMark {
  return { pid, startedAt: startOf(pid) ?? '' }
}

export function isRunning({ pid, startedAt }: ProcessMark): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Another account's process cannot be signalled, but exists.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return startOf(pid) === startedAt
}

/** Asks the process to end and waits for it; kills it after the bound, in milliseconds. */
export async function endProcess(mark: ProcessMark, signal: NodeJS.Signals, boundMs: number): Promise<void> {
  const deadline = Date.now() + boundMs
  if (isRunning(mark)) process.kill(mark.pid, signal)
  while (isRunning(mark)) {
    if (Date.now() > deadline) process.kill(mark.pid, 'SIGKILL')
    await sleep(50)
  }
}

import { readFileSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GuardianOrder } from './guardian.ts'

/** How long one process may take to end before it is killed, in milliseconds. */
const STOP_BOUND_MS = 10_000

const processes = new Map<number, { signal: NodeJS.Signals; startedAt: string }>()
const folders = new Set<string>()

/**
 * When the process with this number began, by the kernel's clock. Undefined for one that has ended and only waits
 * for its parent; empty where the system does not tell.
 */
function startOf(pid: number): string | undefined {
  try {
    // The name in parentheses may hold spaces. After it come the state and, 19 fields on, the start time.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return fields[0] === 'Z' ? undefined : (fields[19] ?? '')
  } catch {
    return ''
  }
}

function isRunning(pid: number, startedAt: string): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  return startOf(pid) === startedAt
}

async function end(pid: number, signal: NodeJS.Signals, startedAt: string): Promise<void> {
  const deadline = Date.now() + STOP_BOUND_MS
  if (isRunning(pid, startedAt)) process.kill(pid, signal)
  while (isRunning(pid, startedAt)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGKILL')
    await sleep(50)
  }
}

function obey(order: GuardianOrder): void {
  if ('guard' in order)
    processes.set(order.guard, { signal: order.signal, startedAt: startOf(order.guard) ?? '' })
  else if ('release' in order) processes.delete(order.release)
  else if ('remove' in order) folders.add(order.remove)
  else folders.delete(order.keep)
}

// The pipe tells when to end, no signal does: a closed terminal or a service manager may signal everybody at once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

for await (const line of createInterface({ input: process.stdin })) obey(JSON.parse(line))
for (const [pid, { signal, startedAt }] of [...processes].reverse())
  await end(pid, signal, startedAt).catch(() => undefined)
for (const folder of folders) rmSync(folder, { recursive: true, force: true })

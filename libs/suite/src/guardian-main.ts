import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { GuardianOrder } from './guardian.ts'
import { endProcess, type ProcessMark } from './processes.ts'

/** How long a process may take to end before it is killed, in milliseconds. */
const STOP_BOUND_MS = 10_000

const processes = new Map<number, { mark: ProcessMark; signal: NodeJS.Signals }>()
const folders = new Set<string>()

function obey(order: GuardianOrder): void {
  if ('guard' in order) processes.set(order.guard.pid, { mark: order.guard, signal: order.signal })
  else if ('release' in order) processes.delete(order.release)
  else if ('remove' in order) folders.add(order.remove)
  else folders.delete(order.keep)
}

// The pipe says when to end; signals do not, since a closed terminal or a service manager may signal everybody at once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

for await (const line of createInterface({ input: process.stdin })) obey(JSON.parse(line))
for (const { mark, signal } of [...processes.values()].reverse()) {
  await endProcess(mark, signal, STOP_BOUND_MS).catch(() => undefined)
}
for (const folder of folders) rmSync(folder, { recursive: true, force: true })

import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readRecord } from './data-folder.ts'
import { keepRegister, type Register } from './guardian.ts'
import { endProcess, isRunning, markOf, type ProcessMark } from './processes.ts'

/** How long an earlier start's guardian has to end its remaining processes, in milliseconds. */
const PATIENCE_MS = 10_000
const STOP_BOUND_MS = 5_000

/**
 * Makes this process the only one that works on the data in `folder`, and ends processes that a killed start has
 * left running there. Returns the function that releases the folder.
 *
 * @throws Error if another instance is using it.
 */
export async function lockInstance(folder: string): Promise<() => void> {
  const lock = path.join(folder, 'instance.lock')
  const mine = `${lock}.${process.pid}`
  const mark = JSON.stringify(markOf(process.pid))
  writeFileSync(mine, mark)
  try {
    while (!tryLink(mine, lock)) {
      const holder = readRecord<ProcessMark>(lock)
      if (holder && isRunning(holder)) {
        throw new Error(
          `Agora is already running on the data in ${folder} (process ${holder.pid}).\n` +
            'A second instance needs its own data and ports: AGORA_DATA=.data2 PORT=8090 npm start',
        )
      }
      rmSync(lock, { force: true })
    }
    // Two starts that found the same old lock may both have removed it: the later one holds it.
    await sleep(50)
    if (readFileSync(lock, 'utf8') !== mark)
      throw new Error(`Agora is being started twice on the data in ${folder}.`)
  } finally {
    rmSync(mine, { force: true })
  }

  const register = path.join(folder, 'processes.json')
  await endLeftovers(register)
  const forget = keepRegister(register)
  return () => {
    forget()
    rmSync(lock, { force: true })
  }
}

/** The process that currently works on the data in `folder`, if any. */
export function holderOf(folder: string): ProcessMark | undefined {
  const holder = readRecord<ProcessMark>(path.join(folder, 'instance.lock'))
  return holder && isRunning(holder) ? holder : undefined
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function endLeftovers(register: string): Promise<void> {
  const left = readRecord<Register>(register)
  if (left === undefined) return
  const { guardian, processes } = left
  const deadline = Date.now() + PATIENCE_MS
  while (guardian && isRunning(guardian) && Date.now() < deadline) await sleep(50)
  for (const mark of processes.reverse()) await endProcess(mark, 'SIGTERM', STOP_BOUND_MS)
}

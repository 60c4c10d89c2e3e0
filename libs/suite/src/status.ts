import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readRecord } from './data-folder.ts'
import type { Register } from './guardian.ts'
import { holderOf } from './instance-lock.ts'
import { isRunning, type ProcessMark, upSeconds } from './processes.ts'

/** What an instance records about itself once it runs. */
interface InstanceRecord {
  url: string
  inbox: string | undefined
  /** Where each service answers, by process name. */
  services: Record<string, string>
}

export interface ProcessStatus {
  name: string
  pid: number
  /** `runs` for what cannot be asked. */
  state: 'ready' | 'not ready' | 'does not answer' | 'runs' | 'ended'
  upSeconds: number | undefined
  memoryBytes: number | undefined
}

export interface InstanceStatus {
  /** Undefined while it starts. */
  url: string | undefined
  processes: ProcessStatus[]
  isWell: boolean
}

const BOUND_MS = 3_000
const recordIn = (folder: string) => path.join(folder, 'instance.json')

/** Records what runs on the data in `folder`; returns the function that undoes it. */
export function recordInstance(folder: string, record: InstanceRecord): () => void {
  writeFileSync(recordIn(folder), JSON.stringify(record), { mode: 0o600 })
  return () => rmSync(recordIn(folder), { force: true })
}

/** What runs on the data in `folder`; undefined if nothing does. */
export async function statusOf(folder: string): Promise<InstanceStatus | undefined> {
  const holder = holderOf(folder)
  if (!holder) return undefined
  const record = readRecord<InstanceRecord>(recordIn(folder))
  const register = readRecord<Register>(path.join(folder, 'processes.json'))
  const processes = await Promise.all(
    (register?.processes ?? []).map((mark) => processStatus(mark, record?.services[mark.name])),
  )
  return {
    url: record?.url,
    processes: [{ name: 'npm start', state: 'runs', ...numbersOf(holder) }, ...processes],
    isWell: record !== undefined && processes.every(({ state }) => state === 'ready' || state === 'runs'),
  }
}

async function processStatus(
  mark: ProcessMark & { name: string },
  url: string | undefined,
): Promise<ProcessStatus> {
  const state = !isRunning(mark) ? 'ended' : url === undefined ? 'runs' : await ask(url)
  return { name: mark.name, state, ...numbersOf(mark) }
}

async function ask(url: string): Promise<ProcessStatus['state']> {
  try {
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(BOUND_MS) })
    await response.body?.cancel()
    return response.ok ? 'ready' : 'not ready'
  } catch {
    return 'does not answer'
  }
}

/** The kernel's data about a process, on systems with /proc. */
function numbersOf({
  pid,
  startedAt,
}: ProcessMark): Pick<ProcessStatus, 'pid' | 'upSeconds' | 'memoryBytes'> {
  try {
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return {
      pid,
      upSeconds: upSeconds(startedAt),
      memoryBytes: kibibytes === undefined ? undefined : Number(kibibytes) * 1024,
    }
  } catch {
    return { pid, upSeconds: undefined, memoryBytes: undefined }
  }
}

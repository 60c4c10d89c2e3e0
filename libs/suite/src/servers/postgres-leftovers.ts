import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long leftover processes may take to end before they are killed, in milliseconds. */
const PATIENCE_MS = 15_000

/** The processes that work in this data folder: it is the working directory of each of Postgres' processes. */
function workersIn(data: string): number[] {
  if (!existsSync('/proc')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === data
      } catch {
        return false
      }
    })
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

/**
 * Ends what an earlier server left running on this data and removes its lock file. The lock names a process by number;
 * after a crash that number may belong to an unrelated process, and Postgres would refuse to start. The caller holds
 * the instance's own lock, so no active server is ended here.
 */
export async function clearLeftovers(data: string): Promise<void> {
  const lock = path.join(data, 'postmaster.pid')
  if (!existsSync(lock)) return
  const postmaster = Number(readFileSync(lock, 'utf8').split('\n')[0])
  const deadline = Date.now() + PATIENCE_MS
  if (workersIn(data).includes(postmaster)) signal(postmaster, 'SIGINT')
  for (let left = workersIn(data); left.length > 0; left = workersIn(data)) {
    if (Date.now() > deadline) for (const pid of left) signal(pid, 'SIGKILL')
    await sleep(20)
  }
  // A server that has just ended cleanly has removed its lock itself.
  rmSync(lock, { force: true })
}

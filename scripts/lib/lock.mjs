import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function tryTake(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

/** The process that holds the lock, or undefined until its number is written. */
function holder(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined
  } catch {
    return undefined
  }
}

/**
 * Runs `work` while no other process of this machine does so under the same lock file. The lock of a dead process is
 * taken over.
 */
export async function withLock(file, work) {
  mkdirSync(path.dirname(file), { recursive: true })
  let unnamed = 0
  while (!tryTake(file)) {
    const pid = holder(file)
    unnamed = pid === undefined ? unnamed + 1 : 0
    if ((pid !== undefined && !isAlive(pid)) || unnamed > 20) rmSync(file, { force: true })
    else await sleep(100)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** @param {number} pid */
function isAlive(pid) {
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Whether it did: a file of this name may exist, or the other may have gone.
 *
 * @param {() => void} work
 */
function tried(work) {
  try {
    work()
    return true
  } catch (error) {
    if (error.code === 'EEXIST' || error.code === 'ENOENT') return false
    throw error
  }
}

/**
 * What the lock says of its holder; undefined if nobody holds it.
 *
 * @param {string} file
 */
function holder(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Removes a dead process's lock. One that another process has taken in the meantime is put back.
 *
 * @param {string} dead
 * @param {string} file
 */
function removeLockOf(dead, file) {
  const aside = `${file}.${randomUUID()}`
  if (!tried(() => renameSync(file, aside))) return
  if (holder(aside) !== dead) tried(() => linkSync(aside, file))
  rmSync(aside)
}

/**
 * Runs `work` while no other process of this machine does so under the same lock file. The lock of a dead process is
 * taken over.
 *
 * @template Result
 * @param {string} file
 * @param {() => Promise<Result>} work
 */
export async function withLock(file, work) {
  mkdirSync(path.dirname(file), { recursive: true })
  const mine = `${file}.${randomUUID()}`
  // Linked, the lock has its content from the first moment on.
  writeFileSync(mine, String(process.pid))
  try {
    while (!tried(() => linkSync(mine, file))) {
      const held = holder(file)
      if (held === undefined) continue
      if (isAlive(Number(held))) await sleep(100)
      else removeLockOf(held, file)
    }
  } finally {
    rmSync(mine)
  }
  try {
    return await work()
  } finally {
    if (holder(file) === String(process.pid)) rmSync(file)
  }
}

import { accessSync, constants, mkdirSync, readFileSync, statfsSync, statSync } from 'node:fs'
import path from 'node:path'

/** Space for a first start and a few days of use, in bytes. */
const ROOM_BYTES = 256 * 1024 * 1024
const MIB = 1024 * 1024

const ELSEWHERE = 'Name another folder: AGORA_DATA=/path/to/folder npm start'

/**
 * Ensures that the data folder exists, is writable and has enough free space.
 *
 * @throws Error that says what is wrong and what to do about it.
 */
export function requireDataFolder(folder: string): void {
  makeFolder(folder)
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw refusal(folder, error)
  }
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free < ROOM_BYTES)
    throw new Error(
      `the disk of the data folder ${folder} has ${Math.floor(free / MIB)} MiB left; Agora needs ${ROOM_BYTES / MIB}.\n` +
        `Make room there. ${ELSEWHERE}`,
    )
}

/** What a file of the folder records; undefined if there is none, or it was not written to its end. */
export function readRecord<Content>(file: string): Content | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** One level at a time: Node's own recursion never ends in a file system such as /proc. */
function makeFolder(folder: string): void {
  const found = entryAt(folder)
  if (found?.isDirectory()) return
  if (found) throw new Error(`the data folder ${folder} is a file.\n${ELSEWHERE}`)
  makeFolder(path.dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another start may have created it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw refusal(folder, error)
  }
}

function entryAt(folder: string) {
  try {
    return statSync(folder, { throwIfNoEntry: false })
  } catch (error) {
    throw refusal(folder, error)
  }
}

const reasons: Record<string, string> = {
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
  ENOENT: 'nothing can be created there',
  ENOTDIR: 'a part of its path is a file',
}

function refusal(folder: string, error: unknown): Error {
  const { code = '' } = error as NodeJS.ErrnoException
  const reason = reasons[code] ?? String(error)
  return new Error(`the data folder ${folder} cannot be used: ${reason}.\n${ELSEWHERE}`, { cause: error })
}

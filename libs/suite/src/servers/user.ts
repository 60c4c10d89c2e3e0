import { chmodSync, chownSync, existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

export interface Owner {
  uid: number
  gid: number
}

/** Postgres refuses to run as root. These accounts exist on nearly every system; the first one found is used. */
const UNPRIVILEGED = ['postgres', 'nobody']

/**
 * The account to run Postgres as: undefined for that of this process. For root it is the owner of existing data, so
 * that a system that gains an account later can still read them.
 */
export function postgresOwner(data: string): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (existsSync(data)) {
    const { uid, gid } = statSync(data)
    if (uid !== 0) return { uid, gid }
  }
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account = UNPRIVILEGED.map((name) => accounts.find((fields) => fields[0] === name)).find(Boolean)
  return account ? { uid: Number(account[2]), gid: Number(account[3]) } : { uid: 65_534, gid: 65_534 }
}

/** Closes a folder to all but this process's account; `owner` may only pass through. */
export function closeFolder(folder: string, owner?: Owner): void {
  if (owner) chownSync(folder, process.getuid?.() ?? 0, owner.gid)
  chmodSync(folder, owner ? 0o710 : 0o700)
}

/** Whether this account may pass through every folder above the path. */
export function canReach(owner: Owner | undefined, target: string): boolean {
  if (owner === undefined) return true
  for (let folder = path.dirname(path.resolve(target)); ; folder = path.dirname(folder)) {
    if (existsSync(folder) && !mayTraverse(owner, folder)) return false
    if (folder === path.dirname(folder)) return true
  }
}

function mayTraverse({ uid, gid }: Owner, folder: string): boolean {
  const { mode, uid: folderUid, gid: folderGid } = statSync(folder)
  if (folderUid === uid) return (mode & 0o100) !== 0
  if (folderGid === gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { guardFolder } from './guardian.ts'

export interface TemporaryFolder {
  path: string
  remove(): void
}

/** A new folder that is removed with this process at the latest, even if the process is killed. */
export function temporaryFolder(name: string): TemporaryFolder {
  const folder = mkdtempSync(path.join(tmpdir(), `agora-${name}-`))
  // Postgres' account must pass through; secret files have a mode of their own.
  chmodSync(folder, 0o711)
  const release = guardFolder(folder)
  return {
    path: folder,
    remove: () => {
      rmSync(folder, { recursive: true, force: true })
      release()
    },
  }
}

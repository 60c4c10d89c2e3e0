import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { guardFolder } from './guardian.ts'

export interface TemporaryFolder {
  path: string
  remove(): void
}

/** A fresh folder that goes with this process at the latest, even where the process is killed. */
export function temporaryFolder(name: string): TemporaryFolder {
  const folder = mkdtempSync(path.join(tmpdir(), `agora-${name}-`))
  // The account that Postgres runs as must pass through; what is secret has a mode of its own.
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

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Deployment } from './deployment.ts'
import { programOf } from './project.ts'

/**
 * Gives a new instance's archive something to show, once: an archive emptied later stays empty. A failure is reported,
 * and does not stop the start.
 */
export async function loadSampleOnce(
  folder: string,
  { config, databaseUrls }: Deployment,
  note: (line: string) => void,
): Promise<void> {
  const marker = path.join(folder, 'sample-loaded')
  if (existsSync(marker)) return
  const child = spawn(process.execPath, [programOf('archive', 'load-sample')], {
    env: { DATABASE_URL: databaseUrls.archive, AGORA_CONFIG: config },
    stdio: 'ignore',
  })
  const [status] = await once(child, 'close').catch(() => [1])
  if (status === 0) writeFileSync(marker, '')
  else note('the archive’s sample could not be loaded')
}

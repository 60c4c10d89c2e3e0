import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '@agora/suite/project'
import { expect, test } from 'vitest'
import { kept, startSilentServer } from './support/silent-server.ts'

const exec = promisify(execFile)
const script = path.join(projectRoot, 'tests/support/client-garbage.mjs')

test('signals and silence hold when garbage has been collected', async () => {
  const silent = await startSilentServer()
  try {
    const args = ['--expose-gc', script, silent.url]
    const { stdout } = await exec(process.execPath, args, { timeout: 60_000 })
    expect(JSON.parse(stdout)).toEqual(kept)
  } finally {
    silent.close()
  }
})

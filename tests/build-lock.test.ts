import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '@agora/suite/project'
import { temporaryFolder } from '@agora/suite/temporary'
import { afterAll, expect, test } from 'vitest'

const folder = temporaryFolder('lock')
afterAll(() => folder.remove())

const script = `
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { withLock } from '${path.join(projectRoot, 'scripts/lib/lock.mjs')}'
const [lock, record] = process.argv.slice(1)
await withLock(lock, async () => {
  appendFileSync(record, 'in ')
  await sleep(20)
  appendFileSync(record, 'out ')
})`

test('of processes that find the lock of a dead one, each holds it alone', async () => {
  const { pid } = spawnSync('true')
  const [lock, record] = ['lock', 'record'].map((name) => path.join(folder.path, name)) as [string, string]
  writeFileSync(lock, String(pid))
  const args = ['--input-type=module', '--eval', script, lock, record]
  await Promise.all(Array.from({ length: 6 }, () => promisify(execFile)(process.execPath, args)))
  expect(readFileSync(record, 'utf8')).toBe('in out '.repeat(6))
  expect(readdirSync(folder.path)).toEqual(['record'])
})

import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { rejectsFile } from '../../src/lines/rejects.ts'

const folder = mkdtempSync(join(tmpdir(), 'rejects-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('an import without rejections leaves no file of an earlier one', async () => {
  const path = join(folder, 'earlier')
  writeFileSync(path, 'old\n')
  await (await rejectsFile(path, 0)).close()
  expect(existsSync(path)).toBe(false)
})

test('what is no file stays, as `/dev/null` must', async () => {
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  await (await rejectsFile(path, 0)).close()
  expect(lstatSync(path).isFIFO()).toBe(true)
})

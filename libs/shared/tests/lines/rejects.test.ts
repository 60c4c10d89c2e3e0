import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { rejectsFile } from '../../src/lines/rejects.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'agora-rejects-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a report of an earlier import is removed, and what is no file stays', async () => {
  const [file, pipe] = [path.join(folder, 'file'), path.join(folder, 'pipe')]
  writeFileSync(file, 'of an earlier import')
  execFileSync('mkfifo', [pipe])
  for (const place of [file, pipe]) await (await rejectsFile(place, 0)).close()
  expect(existsSync(file)).toBe(false)
  expect(lstatSync(pipe).isFIFO()).toBe(true)
})

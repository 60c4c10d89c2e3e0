import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '@agora/suite/project'
import { temporaryFolder } from '@agora/suite/temporary'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = temporaryFolder('release')
const at = (name: string) => path.join(folder.path, name)
const script = 'scripts/release-notes.mjs'

beforeAll(() => {
  mkdirSync(at('scripts'))
  copyFileSync(path.join(projectRoot, script), at(script))
  writeFileSync(at('package.json'), '{ "version": "1.2.3" }')
  const parts = ['## [Unreleased]', '## [1.2.3] - 2026-11-26\n\n- News', '## [1.2.2] - 2026-11-25\n\n- Old']
  writeFileSync(at('CHANGELOG.md'), `# Changelog\n\n${parts.join('\n\n')}\n\n[1.2.3]: https://example.com\n`)
})
afterAll(() => folder.remove())

const notesOf = (version: string) => promisify(execFile)(process.execPath, [at(script), version])

test('a release has the notes of its version, and of no other', async () => {
  expect((await notesOf('1.2.3')).stdout).toBe('- News\n')
})

test.each([
  ['Unreleased', 'no dated part for Unreleased'],
  ['1.2.4', 'no dated part for 1.2.4'],
  ['1.2.2', 'package.json names 1.2.3, not 1.2.2'],
])('there is none of %s', async (version, words) => {
  await expect(notesOf(version)).rejects.toThrow(words)
})

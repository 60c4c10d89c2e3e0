import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { fetchPackages, hasPackages } from '@agora/suite/servers/packages'
import { temporaryFolder } from '@agora/suite/temporary'
import { afterAll, expect, test } from 'vitest'

const folder = temporaryFolder('packages')
afterAll(() => folder.remove())

test.skipIf(!hasPackages())(
  'packages that several want at once are fetched, and none take others away',
  async () => {
    const wanted = [['hello'], ['hello'], ['sl', 'hello'], ['sl']]
    await Promise.all(wanted.map((packages) => fetchPackages(packages, folder.path)))
    expect(readdirSync(folder.path).sort()).toEqual(['hello', 'sl', 'sl+hello'])
    for (const set of ['hello', 'sl+hello'])
      expect(execFileSync(path.join(folder.path, set, 'usr/bin/hello'), { encoding: 'utf8' })).toBe(
        'Hello, world!\n',
      )
  },
)

test.skipIf(!hasPackages())('what cannot be had says so, and leaves nothing behind', async () => {
  await expect(fetchPackages(['no-such-package-of-debian'], folder.path)).rejects.toThrow(/no-such-package/)
  expect(readdirSync(folder.path).filter((entry) => entry.startsWith('.'))).toEqual([])
})

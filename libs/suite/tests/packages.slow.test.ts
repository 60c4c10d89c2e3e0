import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { debianRelease, fetchPackages, hasPackages } from '@agora/suite/servers/packages'
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

test.skipIf(debianRelease() !== 'bookworm')(
  'a package of a newer release is fetched from there, and the others from the running one',
  async () => {
    await fetchPackages(['nats-server/trixie', 'busybox'], folder.path)
    const programs = path.join(folder.path, 'nats-server@trixie+busybox')
    const said = (command: string, argument: string) =>
      execFileSync(path.join(programs, command), [argument], { encoding: 'utf8' })
    expect(said('usr/sbin/nats-server', '--version')).toMatch(/v2\.1\d\./)
    expect(said('bin/busybox', '--help')).toMatch(/^BusyBox v1\.35\./)
  },
)

test.skipIf(!hasPackages())('what cannot be had says so, and leaves nothing behind', async () => {
  await expect(fetchPackages(['no-such-package-of-debian'], folder.path)).rejects.toThrow(/no-such-package/)
  expect(readdirSync(folder.path).filter((entry) => entry.startsWith('.'))).toEqual([])
})

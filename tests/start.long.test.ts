import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@agora/suite/project'
import { temporaryFolder } from '@agora/suite/temporary'
import { request } from '@agora/testing/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually, freeBasePort, Started } from './support/started.ts'

/** The limit of a test that starts the whole suite more than once, in milliseconds. */
const LONG = 600_000

describe('npm start', () => {
  let folder: ReturnType<typeof temporaryFolder>
  let instances: Started[]

  beforeEach(() => {
    folder = temporaryFolder('start')
    instances = []
  })
  afterEach(async () => {
    await Promise.all(instances.map((instance) => instance.pressCtrlC()))
    folder.remove()
  })

  async function started(name: string, options: { port?: number; folder?: string } = {}): Promise<Started> {
    const instance = new Started({
      data: path.join(folder.path, name),
      port: options.port ?? (await freeBasePort()),
      ...(options.folder === undefined ? {} : { folder: options.folder }),
    })
    instances.push(instance)
    await instance.running()
    return instance
  }

  const sectionIds = async ({ url }: Started) => {
    const { body } = await request(`${url}/api/v1/forum/sections`, 'GET')
    return body.items.map(({ id }: { id: string }) => id)
  }

  test(
    'leaves no process behind when it is killed, and starts again on what it had',
    async () => {
      const first = await started('data')
      const ids = await sectionIds(first)
      const marks = first.processes()
      process.kill(first.mainPid(), 'SIGKILL')
      await first.gone(marks)
      const second = await started('data', { port: first.port })
      expect(await sectionIds(second)).toEqual(ids)
    },
    LONG,
  )

  test(
    'starts again after everything was killed at once, stores and all',
    async () => {
      const first = await started('data')
      const ids = await sectionIds(first)
      const marks = first.processes()
      for (const pid of [first.mainPid(), first.guardianPid(), ...marks.map((mark) => mark.pid)]) {
        if (pid !== undefined) process.kill(pid, 'SIGKILL')
      }
      await first.gone(marks)
      const second = await started('data', { port: first.port })
      expect(await sectionIds(second)).toEqual(ids)
    },
    LONG,
  )

  test(
    'ends what a start left running whose guardian was killed too',
    async () => {
      const first = await started('data')
      const marks = first.processes()
      for (const pid of [first.mainPid(), first.guardianPid()])
        if (pid !== undefined) process.kill(pid, 'SIGKILL')
      await started('data', { port: first.port })
      await first.gone(marks)
    },
    LONG,
  )

  test(
    'starts a store again that was killed, on its data',
    async () => {
      const instance = await started('data')
      const ids = await sectionIds(instance)
      for (const name of ['postgres', 'redis-server', 'nats-server']) {
        const pid = instance.pidOfProgram(name)
        expect(pid, name).toBeDefined()
        process.kill(pid as number, 'SIGKILL')
        await eventually(`a new ${name}`, () => {
          const now = instance.pidOfProgram(name)
          return now !== undefined && now !== pid ? now : undefined
        })
      }
      await eventually('ready again', async () => {
        return (await instance.status(`${instance.url}/health/ready`)) === 200 || undefined
      })
      expect(await sectionIds(instance)).toEqual(ids)
    },
    LONG,
  )

  test(
    'runs twice side by side, each with its own data',
    async () => {
      const [first, second] = [await started('one'), await started('two')]
      expect(await first.status(`${first.url}/health/ready`)).toBe(200)
      expect(await second.status(`${second.url}/health/ready`)).toBe(200)
      expect(await sectionIds(first)).not.toEqual(await sectionIds(second))
    },
    LONG,
  )

  test(
    'works in a fresh clone with nothing installed',
    async () => {
      const clone = path.join(folder.path, 'clone')
      mkdirSync(clone)
      execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${projectRoot}`, clone])
      const instance = await started('data', { folder: clone })
      expect(await instance.status(`${instance.url}/health/ready`)).toBe(200)
      expect(await sectionIds(instance)).not.toEqual([])
    },
    LONG,
  )
})

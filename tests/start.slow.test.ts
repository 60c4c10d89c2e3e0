import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { services, upstreamNames } from '@agora/shared/contracts/services'
import { projectRoot } from '@agora/suite/project'
import { temporaryFolder } from '@agora/suite/temporary'
import { basic, request } from '@agora/testing/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, freeBasePort, Started } from './support/started.ts'

/** For a machine under load, in milliseconds. */
const BOUND_MS = 300_000

describe('npm start', { timeout: BOUND_MS }, () => {
  const folder = temporaryFolder('start')
  const data = path.join(folder.path, 'data')
  let instance: Started

  beforeAll(async () => {
    instance = new Started({ data, port: await freeBasePort() })
    await instance.running()
  }, BOUND_MS)
  afterAll(async () => {
    await instance.pressCtrlC()
    folder.remove()
  })

  test('is ready once all services are', async () => {
    const { status, body } = await request(`${instance.url}/health/ready`, 'GET')
    expect(status).toBe(200)
    expect(body.services).toEqual(Object.fromEntries(upstreamNames.map((name) => [name, 'ready'])))
  })

  test('prints an administrator’s name and a password that opens the account', async () => {
    const [, name = ''] = /Administrator +(\S+)/.exec(instance.output) ?? []
    const [, password = ''] = /Password +(\S+) +\(made at the first start/.exec(instance.output) ?? []
    const { body } = await request(`${instance.url}/api/v1/auth/self`, 'GET', { as: basic(name, password) })
    expect(body).toMatchObject({ type: 'User', is_administrator: true })
  })

  test.each(['README.md', 'services/archive/README.md'])(
    'answers what %s asks the archive',
    async (readme) => {
      const commands = readFileSync(path.join(projectRoot, readme), 'utf8').matchAll(
        /curl -s \$API(\/archive\S+)/g,
      )
      const answers = await Promise.all(
        [...commands].map(async ([, asked]) => ({
          asked,
          ...(await request(`${instance.url}/api/v1${asked}`, 'GET')),
        })),
      )
      expect(answers).not.toEqual([])
      for (const { asked, status, body } of answers) {
        expect(status, asked).toBe(200)
        // Proves that something is archived: scores are a list, rewards an object of two; both would be empty
        // otherwise.
        expect(Object.values(body).flat(), asked).not.toEqual([])
      }
    },
  )

  test('prints the address of a page with the mails', async () => {
    const [, inbox = ''] = /Mails +(\S+)/.exec(instance.output) ?? []
    expect((await request(inbox, 'GET')).text).toContain('<h1>Mail inbox</h1>')
  })

  test('keeps the secrets to the account that started it', () => {
    for (const file of [
      'secrets.json',
      'databases.json',
      'postgres/password',
      'redis/redis.conf',
      'nats/nats.conf',
    ]) {
      expect(statSync(path.join(data, file)).mode & 0o077, file).toBe(0)
    }
    for (const folder of ['redis', 'nats', 'logs', 'mails'])
      expect(statSync(path.join(data, folder)).mode & 0o777, folder).toBe(0o700)
    // As root: Postgres' account may pass through these two, and nobody else.
    for (const folder of ['', 'postgres']) {
      const { mode, gid } = statSync(path.join(data, folder))
      expect(mode & 0o007, folder).toBe(0)
      if (process.getuid?.() === 0) expect([mode & 0o070, gid > 0], folder).toEqual([0o010, true])
      else expect(mode & 0o070, folder).toBe(0)
    }
  })

  test('refuses a second start on the same data', async () => {
    const second = new Started({ data, port: await freeBasePort() })
    expect(await second.exited).toBe(1)
    expect(second.output).toContain(`Agora is already running on the data in ${data}`)
    expect(await instance.status(`${instance.url}/health/ready`)).toBe(200)
  })

  test('names a port that is taken and says what to type', async () => {
    const other = new Started({ data: path.join(folder.path, 'other'), port: instance.port })
    expect(await other.exited).toBe(1)
    expect(other.output).toContain(`port ${instance.port}, meant for gateway, is taken`)
    expect(other.output).toContain(`PORT=${instance.port + 10} npm start`)
  })

  test('restarts a killed service', async () => {
    const before = instance.pidOf('captcha')
    expect(before).toBeDefined()
    process.kill(before as number, 'SIGKILL')
    await eventually('a new captcha process', () => {
      const pid = instance.pidOf('captcha')
      return pid !== before && pid !== undefined ? pid : undefined
    })
    await eventually('captcha is ready', async () => {
      return (
        (await instance.status(`http://127.0.0.1:${instance.port + 2}/health/ready`)) === 200 || undefined
      )
    })
    expect(instance.output).toContain('captcha ended (SIGKILL), starting it again')
  })

  test('reports with --status what runs, and that all is well', async () => {
    const { stdout } = await promisify(execFile)('npm', ['start', '--silent', '--', '--status'], {
      cwd: projectRoot,
      env: { ...process.env, AGORA_DATA: data },
    })
    expect(stdout).toContain(`Agora runs: ${instance.url}/`)
    for (const service of services) expect(stdout).toMatch(new RegExp(`^  ${service} +ready +\\d+ MiB`, 'm'))
    for (const name of ['npm start', 'Postgres', 'Redis', 'NATS'])
      expect(stdout).toMatch(new RegExp(`^  ${name} +runs +\\d+ MiB`, 'm'))
  })

  test.runIf(process.platform === 'linux')(
    'leaves nothing of the build running, and takes little itself',
    () => {
      const own = instance.mainPid()
      const parentOf = (pid: string) =>
        Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
      const children = readdirSync('/proc').filter((entry) => {
        try {
          return /^\d+$/.test(entry) && parentOf(entry) === own
        } catch {
          return false
        }
      })
      const known = [...instance.processes().map(({ pid }) => pid), instance.guardianPid()]
      expect(children.map(Number).filter((pid) => !known.includes(pid))).toEqual([])
      const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${own}/status`, 'utf8')) ?? []
      expect(Number(kibibytes) * 1024).toBeLessThan(120_000_000)
    },
  )

  test('stops everything at Ctrl-C, and has the same data at the next start', async () => {
    const marks = instance.processes()
    // With Postgres, Redis and NATS.
    expect(marks.length).toBe(services.length + 3)
    const { body: before } = await request(`${instance.url}/api/v1/forum/sections`, 'GET')
    await instance.pressCtrlC()
    expect(instance.output).toMatch(/Stopping \.\.\.\nStopped\.\n$/)
    await instance.gone(marks)
    expect(existsSync(path.join(data, 'instance.lock'))).toBe(false)

    instance = new Started({ data, port: instance.port })
    await instance.running()
    const { body: after } = await request(`${instance.url}/api/v1/forum/sections`, 'GET')
    expect(after.items.map(({ id }: { id: string }) => id)).toEqual(
      before.items.map(({ id }: { id: string }) => id),
    )
  })
})

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sharedSuite } from '@agora/testing/shared-suite'
import { startSuite } from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

type Suite = Awaited<ReturnType<typeof startSuite>>
let suite: Suite | undefined

afterEach(async () => {
  await suite?.close()
  suite = undefined
})

describe('a suite', () => {
  test('runs the services that were asked for and leaves no trace', async () => {
    suite = await startSuite({ services: ['captcha'], replicas: { captcha: 2 } })
    const ready = await Promise.all(
      suite.urls.captcha.map((url) => suite?.call('GET', `${url}/health/ready`)),
    )
    expect(ready.map((answer) => answer?.status)).toEqual([200, 200])
    expect(suite.urls.forum).toEqual([])
    const [first, second] = suite.processes.captcha
    await suite.close()
    expect(first?.isRunning).toBe(false)
    expect(second?.isRunning).toBe(false)
    expect(existsSync(path.dirname(suite.config))).toBe(false)
  })

  test('starts a killed service again on the same address', async () => {
    suite = await startSuite({ services: ['captcha'] })
    const [process] = suite.processes.captcha
    const pid = process?.pid
    await process?.kill()
    await expect(suite.call('GET', `${suite.urls.captcha[0]}/health/live`)).rejects.toThrow()
    await process?.start()
    expect(process?.pid).not.toBe(pid)
    expect((await suite.call('GET', `${suite.urls.captcha[0]}/health/ready`)).status).toBe(200)
  })
})

describe('what runs in a suite', () => {
  let given: Suite
  beforeAll(async () => {
    process.env.SECRET_OF_THE_TEST = 'seen'
    given = await startSuite({
      services: ['captcha'],
      config: { captcha: { puzzles: 3 }, sections: [], apps: [] },
      env: { captcha: { LOG_LEVEL: 'debug' } },
    })
  })
  afterAll(() => given?.close())

  test('has a database role that reads no other service’s tables', async () => {
    const client = new pg.Client({ connectionString: given.database.urls.captcha })
    await client.connect()
    try {
      const { rows } = await client.query('SELECT count(*) FROM captcha._prisma_migrations')
      expect(rows).toHaveLength(1)
      await expect(client.query('SELECT * FROM forum._prisma_migrations')).rejects.toThrow(
        'permission denied',
      )
      await expect(client.query('SET ROLE agora_forum')).rejects.toThrow('permission denied')
    } finally {
      await client.end()
    }
  })

  test('has the configuration that is laid over what is shipped', () => {
    const config = JSON.parse(readFileSync(given.config, 'utf8'))
    expect(config.captcha).toMatchObject({ puzzles: 3, difficulty: 4 })
    expect(config.sections).toEqual([])
  })

  test('has its own environment, and not that of the test itself', () => {
    const environment = readFileSync(`/proc/${given.processes.captcha[0]?.pid}/environ`, 'utf8')
    expect(environment).toContain('CAPTCHA_KEYS=')
    expect(environment).toContain('LOG_LEVEL=debug')
    expect(environment).not.toContain('SECRET_OF_THE_TEST')
    expect(environment).not.toContain('PRINCIPAL_PRIVATE_KEY')
  })
})

describe('a shared suite', () => {
  test('outlives whoever closes it, and is started again once a process of it has ended', async () => {
    const take = () => sharedSuite({ services: ['captcha'] })
    const pidOf = ({ processes }: Suite) => processes.captcha[0]?.pid
    const first = await take()
    await first.close()
    const second = await take()
    expect(pidOf(second)).toBe(pidOf(first))
    expect((await second.call('GET', `${second.urls.captcha[0]}/health/ready`)).status).toBe(200)
    await second.processes.captcha[0]?.kill()
    const third = await take()
    expect(pidOf(third)).not.toBe(pidOf(first))
    expect((await third.call('GET', `${third.urls.captcha[0]}/health/ready`)).status).toBe(200)
    await third.processes.captcha[0]?.kill()
  })
})

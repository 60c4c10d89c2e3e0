import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@agora/suite/project'
import { Child } from '@agora/suite/servers/child'
import { freePort, listenFault } from '@agora/suite/servers/ports'
import { startRedis } from '@agora/suite/servers/redis'
import type { FolderStore } from '@agora/suite/servers/server'
import { findTool } from '@agora/suite/servers/tools'
import { temporaryFolder } from '@agora/suite/temporary'
import { testPostgres } from '@agora/testing/test-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freeBasePort } from './support/started.ts'

const folder = temporaryFolder('refusals')
afterAll(() => folder.remove())
const inFolder = (name: string) => path.join(folder.path, name)

interface Ended {
  status: number
  words: string
}

/** Runs `npm start` until it exits by itself. */
async function start(env: Record<string, string>, ...words: string[]): Promise<Ended> {
  const port = String(await freeBasePort())
  const options = {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      AGORA_BUILT: projectRoot,
      PORT: port,
      AGORA_DATA: inFolder('data'),
      ...env,
    },
  }
  return await new Promise((resolve) => {
    const script = path.join(projectRoot, 'scripts/start.mjs')
    execFile(process.execPath, [script, ...words], options, (error, stdout, stderr) =>
      resolve({
        status: typeof error?.code === 'number' ? error.code : error ? -1 : 0,
        words: stdout + stderr,
      }),
    )
  })
}

const shipped = readFileSync(path.join(projectRoot, 'config/agora.yaml'), 'utf8')
function configured(name: string, right: string, wrong: string): Record<string, string> {
  expect(shipped).toContain(right)
  writeFileSync(inFolder(name), shipped.replace(right, wrong))
  return { AGORA_CONFIG: inFolder(name) }
}
const lineOf = (part: string) => shipped.split('\n').findIndex((line) => line.includes(part)) + 1
const elsewhere = 'Name another folder: AGORA_DATA=/path/to/folder npm start'

mkdirSync(folder.path, { recursive: true })
writeFileSync(inFolder('file'), '')

let redis: FolderStore
let nats: Child
let natsPort: number
beforeAll(async () => {
  redis = await startRedis({ folder: inFolder('redis'), durable: false })
  const { command, env } = await findTool('nats-server')
  natsPort = await freePort()
  nats = await Child.spawn({
    name: 'NATS',
    command,
    args: ['--addr', '127.0.0.1', '--port', String(natsPort)],
    env: { PATH: '/usr/bin:/bin', ...env },
    cwd: folder.path,
    logFile: inFolder('nats.log'),
  })
  await nats.waitUntil(async () => (await listenFault(natsPort, '127.0.0.1')) !== undefined)
})
afterAll(async () => {
  await redis?.kill()
  await nats?.kill()
})
const unusable = (key: string, why: string) =>
  `the server where ${key} points cannot be used: ${why}.\nCorrect ${key} or the server, or leave ${key} out to have one started here.`

const refusals: [string, () => Record<string, string>, string][] = [
  [
    'a password that is too short',
    () => ({ ADMIN_PASSWORD: 'short' }),
    'these environment variables are invalid:\n  ADMIN_PASSWORD must have at least 8 characters',
  ],
  [
    'several variables at once',
    () => ({ LOG_LEVEL: 'loud', CAPTCHA_ENABLED: 'no', NATS_REPLICAS: '7' }),
    '  CAPTCHA_ENABLED must be true or false\n  LOG_LEVEL must be like debug or info or warn or error\n  NATS_REPLICAS must be <= 5',
  ],
  [
    'a data folder that is a file',
    () => ({ AGORA_DATA: inFolder('file') }),
    `the data folder ${inFolder('file')} is a file.\n${elsewhere}`,
  ],
  [
    'a data folder below a file',
    () => ({ AGORA_DATA: inFolder('file/data') }),
    `the data folder ${inFolder('file/data')} cannot be used: a part of its path is a file.\n${elsewhere}`,
  ],
  [
    'a data folder that nobody can make',
    () => ({ AGORA_DATA: '/proc/x' }),
    `the data folder /proc/x cannot be used: nothing can be created there.\n${elsewhere}`,
  ],
  [
    'a key that is misspelt, with what was meant and once',
    () => configured('misspelt.yaml', '\ncaptcha:', '\ncapcha:'),
    `is not usable:\n  line ${lineOf('captcha:')}: capcha is not a known key: did you mean captcha?`,
  ],
  [
    'an address that is none, with an example',
    () => configured('address.yaml', 'base_uri: https://community.example/', 'base_uri: community'),
    `is not usable:\n  line ${lineOf('base_uri:')}: apps.0.channels.0.base_uri must be an http or https address, such as https://community.example/`,
  ],
  [
    'a configuration that is not there',
    () => ({ AGORA_CONFIG: inFolder('nowhere.yaml') }),
    `the configuration ${inFolder('nowhere.yaml')} cannot be read: it is not there; AGORA_CONFIG names it`,
  ],
  [
    'a configuration that is a folder',
    () => ({ AGORA_CONFIG: folder.path }),
    `the configuration ${folder.path} cannot be read: it is a folder; AGORA_CONFIG names it`,
  ],
  [
    'an address of another machine',
    () => ({ HOST: '192.0.2.1' }),
    'HOST=192.0.2.1 is not an address of this machine.\nLeave it out, or use HOST=0.0.0.0 for all of its addresses.',
  ],
  [
    'a store that does not answer',
    () => ({ REDIS_URL: 'redis://127.0.0.1:1' }),
    'nothing answers where REDIS_URL points: 127.0.0.1:1 (ECONNREFUSED).\nStart the server, or leave REDIS_URL out to have one started here.',
  ],
  [
    'a database that is not there',
    () => ({ DATABASE_URL: Object.assign(new URL(testPostgres().adminUrl), { pathname: 'nowhere' }).href }),
    unusable('DATABASE_URL', 'database "nowhere" does not exist'),
  ],
  [
    'a wrong password of one service’s database',
    () => ({
      FORUM_DATABASE_URL: Object.assign(new URL(testPostgres().adminUrl), { password: 'wrong' }).href,
    }),
    unusable('FORUM_DATABASE_URL', 'password authentication failed for user "postgres"'),
  ],
  [
    'a Redis without its password',
    () => ({ REDIS_URL: `redis://127.0.0.1:${redis.port}` }),
    unusable('REDIS_URL', 'NOAUTH Authentication required'),
  ],
  [
    'a Redis with a wrong password',
    () => ({ REDIS_URL: `redis://:wrong@127.0.0.1:${redis.port}` }),
    unusable('REDIS_URL', 'WRONGPASS invalid username-password pair or user is disabled'),
  ],
  [
    'a NATS without JetStream',
    () => ({ NATS_URL: `nats://127.0.0.1:${natsPort}` }),
    unusable('NATS_URL', 'JetStream is not enabled'),
  ],
  [
    'copies of events without a cluster',
    () => ({ NATS_REPLICAS: '3' }),
    'NATS_REPLICAS needs a cluster, which NATS_URL names: one that is started here is one server.',
  ],
]

describe('npm start refuses before it starts anything, and says what to do:', { timeout: 120_000 }, () => {
  test.each(refusals)('%s', async (_name, env, words) => {
    const ended = await start(env())
    expect(ended.words.trimEnd().endsWith(words), ended.words).toBe(true)
    expect(ended.status).toBe(1)
    expect(existsSync(inFolder('data/postgres'))).toBe(false)
    expect(existsSync(inFolder('data/instance.lock'))).toBe(false)
  })

  /** Containers usually have such a small file system. */
  const small = ['/dev', '/dev/shm', '/run'].find((place) => {
    const { bavail, bsize, blocks } = statfsSync(place)
    return blocks > 0 && bavail * bsize < 256 * 1024 * 1024
  })
  test.runIf(small !== undefined && process.getuid?.() === 0)('a disk that has no room', async () => {
    const data = path.join(small ?? '', `agora-${process.pid}`)
    const ended = await start({ AGORA_DATA: data })
    expect(ended.words).toMatch(/has \d+ MiB left; Agora needs 256\.\nMake room there\. Name another folder/)
    expect(existsSync(path.join(data, 'postgres'))).toBe(false)
  })
})

describe('npm start --', { timeout: 120_000 }, () => {
  test('--help lists the options, and starts nothing', async () => {
    const { status, words } = await start({}, '--help')
    expect(status).toBe(0)
    for (const name of ['--status', 'PORT', 'AGORA_DATA', 'DATABASE_URL', 'ADMIN_PASSWORD'])
      expect(words).toContain(name)
    expect(existsSync(inFolder('data/instance.lock'))).toBe(false)
  })

  test('an unknown argument is refused with the help', async () => {
    const { status, words } = await start({}, '--stauts')
    expect([status, words.split('\n')[0]]).toEqual([2, '--stauts is not an option.'])
  })

  test('--status says that nothing runs', async () => {
    const { status, words } = await start({}, '--status')
    expect([status, words]).toEqual([
      3,
      expect.stringContaining(`Agora does not run on the data in ${inFolder('data')}.`),
    ])
  })
})

import { execFile } from 'node:child_process'
import { chmodSync, copyFileSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { envPrefixOf, type ServiceName, schemaOf } from '@agora/shared/contracts/services'
import { type Deployment, environmentOf } from '@agora/suite/deployment'
import { freePorts } from '@agora/suite/launch'
import { projectRoot } from '@agora/suite/project'
import { newSecrets } from '@agora/suite/secrets'
import { Child } from '@agora/suite/servers/child'
import { startNats } from '@agora/suite/servers/nats'
import { startRedis } from '@agora/suite/servers/redis'
import { temporaryFolder } from '@agora/suite/temporary'
import { request } from '@agora/testing/client'
import { createTestDatabase } from '@agora/testing/test-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { render } from './support/manifests.ts'

const execute = promisify(execFile)
const LONG = 600_000

/** The containers' account, which owns nothing, so it cannot write to the image. Only root may assume it. */
const CONTAINER_USER = process.getuid?.() === 0 ? { uid: 10_001, gid: 10_001 } : undefined

/** The folder of a Node of the images' version, from the registry's package. */
async function nodeOfTheImages(): Promise<string> {
  const dockerfile = readFileSync(path.join(projectRoot, 'Dockerfile'), 'utf8')
  const [, major = ''] = /^FROM node:(\d+)-/m.exec(dockerfile) ?? []
  const words = ['--yes', '--package', `node@${major}`, 'node', '-p', 'process.execPath']
  const { stdout } = await execute('npx', words)
  return path.dirname(stdout.trim())
}

interface Container {
  name: string
  command: string[]
  env: { name: string; value?: string }[]
}

/** The containers of a service: its Job's migration, its Deployment's wait for that, and the service. */
async function containersOf(
  service: ServiceName,
): Promise<[migrate: Container, wait: Container, main: Container]> {
  const manifests = await render('production')
  const podOf = (wanted: string, name: string) => {
    const found = manifests.find(({ kind, metadata }) => kind === wanted && metadata.name === name)
    if (!found) throw new Error(`no ${wanted} ${name}`)
    return found.spec.template.spec
  }
  const { initContainers, containers } = podOf('Deployment', `agora-${service}`)
  return [podOf('Job', `agora-migrate-${service}`).containers[0], initContainers[0], containers[0]]
}

/** The step of Compose before a service. */
function composeMigration(service: ServiceName): Container {
  const { services } = parse(readFileSync(path.join(projectRoot, 'docker-compose.yml'), 'utf8'))
  const name = `migrate-${service}`
  const command = services[name].command.map((word: string) => word.replaceAll('$$', '$'))
  return { name, command, env: [] }
}

describe.each(['gateway', 'captcha'] as const)(
  'the image of %s',
  (service) => {
    const folder = temporaryFolder('image')
    const image = path.join(folder.path, 'app')
    const closing: (() => unknown)[] = [() => folder.remove()]
    let env: Record<string, string>
    let migrate: Container
    let wait: Container
    let main: Container

    beforeAll(async () => {
      await execute(process.execPath, [path.join(projectRoot, 'scripts/image.mjs'), service, image])
      chmodSync(image, 0o755)
      const database = await createTestDatabase()
      closing.push(() => database.drop())
      const redis = await startRedis({ folder: path.join(folder.path, 'redis'), durable: false })
      closing.push(() => redis.kill())
      const nats = await startNats({ folder: path.join(folder.path, 'nats') })
      closing.push(() => nats.kill())
      const deployment: Deployment = {
        host: '127.0.0.1',
        ports: await freePorts([service]),
        config: path.join(folder.path, 'agora.yaml'),
        databaseUrls: database.urls,
        redisUrl: redis.url,
        natsUrl: nats.url,
        smtpUrl: 'smtp://127.0.0.1:9',
        mediaUrl: 'file:///nowhere',
        secrets: newSecrets(),
        common: {},
        overrides: {},
      }
      await execute('cp', [path.join(projectRoot, 'config/agora.yaml'), deployment.config])
      chmodSync(deployment.config, 0o644)
      ;[migrate, wait, main] = await containersOf(service)
      // Those without a value are addresses in Secrets.
      const own = Object.fromEntries(
        main.env.filter(({ value }) => value !== undefined).map(({ name, value }) => [name, value]),
      )
      const secret = environmentOf(deployment, service, deployment.ports[service][0] ?? 0)
      // What depends on the machine rather than the cluster: addresses to listen on, and the path of the configuration.
      const { HOST, PORT, AGORA_CONFIG } = secret
      const place = { HOST, PORT, AGORA_CONFIG, METRICS_HOST: '127.0.0.1', METRICS_PORT: '0' }
      // The containers' account cannot necessarily reach npm's downloads.
      const node = path.join(folder.path, 'node')
      copyFileSync(path.join(await nodeOfTheImages(), 'node'), node)
      chmodSync(node, 0o755)
      env = { PATH: `${folder.path}:${process.env.PATH}`, ...secret, ...own, ...place } as Record<
        string,
        string
      >
    }, LONG)
    afterAll(async () => {
      for (const step of closing.reverse()) await step()
    })

    const start = ({ name, command: [program = '', ...args] }: Container, environment = env) =>
      Child.spawn({
        name,
        command: program,
        args,
        env: environment,
        cwd: image,
        owner: CONTAINER_USER,
        logFile: path.join(folder.path, `${name}.log`),
      })

    test('holds the bundle and what is not in it, nothing else of the repository', () => {
      expect(readdirSync(image).filter((name) => !['README.md', 'static'].includes(name))).toEqual([
        'dist',
        'node_modules',
        'package.json',
        'prisma',
      ])
      expect(readdirSync(path.join(image, 'dist'))).toEqual(['bundle'])
      const packages = readdirSync(path.join(image, 'node_modules')).filter((name) => !name.startsWith('.'))
      expect(packages).toEqual(service === 'gateway' ? ['@cap.js', '@node-rs'] : [])
    })

    test('runs on the Node of the Dockerfile, pinned by its digest, which a CI job tests', async () => {
      const dockerfile = readFileSync(path.join(projectRoot, 'Dockerfile'), 'utf8')
      const [from] = dockerfile.match(/^FROM node:.*/m) ?? []
      expect(from).toMatch(/^FROM node:24-bookworm-slim@sha256:[0-9a-f]{64} AS base$/)
      const { stdout } = await execute(path.join(folder.path, 'node'), ['--version'])
      expect(stdout).toMatch(/^v24\./)
      const workflow = parse(readFileSync(path.join(projectRoot, '.github/workflows/test.yml'), 'utf8'))
      expect(workflow.jobs.test.strategy.matrix.node).toContain('24')
    })

    test('migrates with the Job’s command, and finds that done with the init container’s', async () => {
      for (const container of [migrate, wait]) {
        const child = await start(container)
        expect(await child.exited, child.log()).toEqual({ code: 0, signal: null })
        expect(container.command).toContain(schemaOf(service))
      }
    })

    test('migrates with Compose’s command, by the address of the role that owns the schema', async () => {
      const { DATABASE_URL: owner = '', ...others } = env
      const child = await start(composeMigration(service), {
        ...others,
        [`${envPrefixOf(service)}_DATABASE_URL`]: owner,
      })
      expect(await child.exited, child.log()).toEqual({ code: 0, signal: null })
      expect(child.log()).toContain(`${schemaOf(service)}: up to date`)
    })

    test('runs with the Deployment’s command, answers its probes and ends cleanly', async () => {
      const child = await start(main)
      closing.push(() => child.kill())
      const site = `http://127.0.0.1:${env.PORT}`
      await child.waitUntil(async () => (await fetch(`${site}/health/ready`)).status === 200)
      expect((await request(`${site}/health/live`, 'GET')).body).toEqual({ status: 'live' })
      if (service === 'gateway') {
        expect((await request(`${site}/api/v1/config`, 'GET')).status).toBe(200)
        expect((await request(`${site}/docs`, 'GET')).text).toContain('<h1>API')
      }
      expect(await child.stop(), child.log()).toEqual({ code: 0, signal: null })
    })
  },
  LONG,
)

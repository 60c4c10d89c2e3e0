import { execFile } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { services } from '@agora/shared/contracts/services'
import { projectRoot } from '@agora/suite/project'
import { temporaryFolder } from '@agora/suite/temporary'
import { findChromium } from '@agora/testing/browser'
import { type Suite, startSuite } from '@agora/testing/suite'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kept, startSilentServer } from './support/silent-server.ts'

const exec = promisify(execFile)
const packageFolder = path.join(projectRoot, 'libs/client')
const folder = temporaryFolder('client-package')
const project = path.join(folder.path, 'project')
const installed = path.join(project, 'node_modules/@agora/client')
/** The oldest that is supported, and those that are maintained since; the running one is another. */
const MAJORS = ['20', '22', '24', '26']

const npm = (args: string[], cwd = project) =>
  exec('npm', [...args, '--no-audit', '--no-fund'], { cwd, timeout: 300_000 })

/** The programs of Node that npm has for this machine. */
async function otherNodes(): Promise<[major: string, program: string][]> {
  const name = `node-${process.platform}-${process.arch}`
  return Promise.all(
    MAJORS.map(async (major): Promise<[string, string]> => {
      const own = path.join(folder.path, `node-${major}`)
      await npm(['install', '--prefix', own, '--ignore-scripts', `${name}@${major}`], folder.path)
      return [major, path.join(own, 'node_modules', name, 'bin/node')]
    }),
  )
}

/** The package as the page has it. An import of the tests' own would be rewritten by their runner. */
const PAGE = `<!doctype html><title>Page</title>
  <script type="module">import * as client from '/client.js'; window.client = client</script>`
type Loaded = typeof globalThis & { client: typeof import('@agora/client') }

/** A page of another origin that has the package's files, and tokens that it renews: so many times so far. */
async function startPage() {
  let renewals = 0
  const server = createServer((request, response) => {
    if (request.url === '/oauth/token') {
      renewals += 1
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({ access_token: `token ${renewals}`, refresh_token: 'r', expires_in: 3600 }),
      )
    } else if (request.url === '/client.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' })
      response.end(readFileSync(path.join(installed, 'dist/bundle/client.js')))
    } else response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get renewals() {
      return renewals
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

describe('the client, packed and installed where nothing else is,', () => {
  let suite: Suite
  let page: Awaited<ReturnType<typeof startPage>>
  beforeAll(async () => {
    page = await startPage()
    suite = await startSuite({ services, config: { site: { cors_origins: [page.origin] } } })
    cpSync(path.join(projectRoot, 'tests/support/client-project'), project, { recursive: true })
    await npm(['pack', packageFolder, '--offline'])
    const [tarball] = readdirSync(project).filter((name) => name.endsWith('.tgz'))
    await npm(['install', `./${tarball}`, '--offline'])
  }, 300_000)
  afterAll(async () => {
    await suite?.close()
    page?.close()
    folder.remove()
  })

  test('brings nothing along, compiles strictly and talks with a suite', async () => {
    expect(readdirSync(path.join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@agora',
    ])
    expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
    const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'))
    expect(manifest).not.toHaveProperty('private')
    expect(manifest).not.toHaveProperty('dependencies')
    for (const modules of [path.join(packageFolder, 'node_modules'), path.join(projectRoot, 'node_modules')])
      await exec(process.execPath, [path.join(modules, 'typescript/bin/tsc'), '-p', project])
    writeFileSync(
      path.join(project, 'main.mjs'),
      `import { converse } from ${JSON.stringify(pathToFileURL(path.join(project, 'out/conversation.js')))}
       process.stdout.write(JSON.stringify(await converse(process.argv[2])))`,
    )
    const options = { cwd: project, timeout: 60_000 }
    const { stdout } = await exec(process.execPath, ['main.mjs', suite.url], options)
    expect(JSON.parse(stdout)).toEqual({ calls: 10, told: ['Reply'], found: ['title'], context: 'User' })
  }, 180_000)

  test('is imported and required, and keeps its word after collecting garbage, in every Node since 20', async () => {
    const read = `createAgoraClient(process.argv[2]).GET('/api/v1/config').then(({ data }) => console.log(data.captcha.enabled))`
    writeFileSync(path.join(project, 'esm.mjs'), `import { createAgoraClient } from '@agora/client'\n${read}`)
    writeFileSync(
      path.join(project, 'required.cjs'),
      `const { createAgoraClient } = require('@agora/client')\n${read}`,
    )
    cpSync(path.join(projectRoot, 'tests/support/client-garbage.mjs'), path.join(project, 'garbage.mjs'))
    const silent = await startSilentServer()
    try {
      for (const [major, node] of await otherNodes()) {
        const run = async (...args: string[]) =>
          (await exec(node, args, { cwd: project, timeout: 120_000 })).stdout.trim()
        expect(await run('--version')).toMatch(new RegExp(`^v${major}\\.`))
        for (const file of ['esm.mjs', 'required.cjs'])
          expect(await run(file, suite.url), `${file} ${major}`).toBe('false')
        expect(JSON.parse(await run('--expose-gc', 'garbage.mjs', silent.url)), major).toEqual(kept)
      }
    } finally {
      silent.close()
    }
  }, 600_000)

  test.skipIf(!findChromium())(
    'runs in a browser as it is, where tabs share one renewal',
    async () => {
      const browser = await chromium.launch(findChromium() ?? {})
      try {
        const context = await browser.newContext()
        const tabs = await Promise.all([context.newPage(), context.newPage(), context.newPage()])
        for (const tab of tabs) await tab.goto(page.origin)
        const read = await tabs[0]?.evaluate(async (site) => {
          const { createAgoraClient } = (globalThis as Loaded).client
          return (await createAgoraClient(site).GET('/api/v1/config')).data?.captcha.enabled
        }, suite.url)
        expect(read).toBe(false)
        await tabs[0]?.evaluate(() =>
          localStorage.setItem('agora:page@clients:tokens', '{"access":"old","refresh":"r","expiresAt":0}'),
        )
        const tokens = await Promise.all(
          tabs.map((tab) =>
            tab.evaluate(() => {
              const { createSignIn } = (globalThis as Loaded).client
              const { origin } = location
              return createSignIn({ site: origin, clientId: 'page@clients', redirectUri: origin }).token()
            }),
          ),
        )
        expect(tokens).toEqual(['token 1', 'token 1', 'token 1'])
        expect(page.renewals).toBe(1)
      } finally {
        await browser.close()
      }
    },
    120_000,
  )
})

import { execFile } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { services } from '@agora/shared/contracts/services'
import { projectRoot } from '@agora/suite/project'
import { temporaryFolder } from '@agora/suite/temporary'
import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'

const exec = promisify(execFile)
const packageFolder = path.join(projectRoot, 'libs/client')
const folder = temporaryFolder('client-package')
const project = path.join(folder.path, 'project')
let suite: Suite
beforeAll(async () => {
  suite = await startSuite({ services })
  cpSync(path.join(projectRoot, 'tests/support/client-project'), project, { recursive: true })
})
afterAll(async () => {
  await suite?.close()
  folder.remove()
})

const npm = (...args: string[]) =>
  exec('npm', [...args, '--offline', '--no-audit', '--no-fund'], { cwd: project })
const compilers = { 5: path.join(packageFolder, 'node_modules'), 7: path.join(projectRoot, 'node_modules') }

test('the client, packed and installed where nothing else is, compiles strictly and talks with a suite', async () => {
  await npm('pack', packageFolder)
  const [tarball] = readdirSync(project).filter((name) => name.endsWith('.tgz'))
  await npm('install', `./${tarball}`)
  const installed = path.join(project, 'node_modules/@agora/client')
  expect(readdirSync(path.join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    '@agora',
  ])
  expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
  const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'))
  expect(manifest).not.toHaveProperty('private')
  expect(manifest).not.toHaveProperty('dependencies')

  for (const modules of Object.values(compilers))
    await exec(process.execPath, [path.join(modules, 'typescript/bin/tsc'), '-p', project])
  writeFileSync(
    path.join(project, 'main.mjs'),
    `import { converse } from ${JSON.stringify(pathToFileURL(path.join(project, 'out/conversation.js')))}
     process.stdout.write(JSON.stringify(await converse(process.argv[2])))`,
  )
  const { stdout } = await exec(process.execPath, ['main.mjs', suite.url], { cwd: project, timeout: 60_000 })
  expect(JSON.parse(stdout)).toEqual({ calls: 10, told: ['Reply'], found: ['title'], context: 'User' })
}, 180_000)

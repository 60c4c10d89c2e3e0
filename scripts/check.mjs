// Checks everything that can be checked without running the tests: npm run check
import './lib/node-version.mjs'
import { existsSync } from 'node:fs'
import path from 'node:path'

const { build } = await import('./lib/build.mjs')
const { root, run } = await import('./lib/project.mjs')

const node = process.execPath
/** @param {string} name */
const script = (name) => path.join(root, 'scripts', name)
/** @param {string} name */
const tool = (name) => path.join(root, 'node_modules', name)

const checks = [
  { name: 'lint', command: [node, tool('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '.'] },
  { name: 'types', command: [node, tool('typescript/bin/tsc'), '-b'] },
  { name: 'types of the tests', command: [node, tool('typescript/bin/tsc'), '-p', 'tsconfig.tests.json'] },
  {
    name: 'types of the scripts',
    command: [node, tool('typescript/bin/tsc'), '-p', 'tsconfig.scripts.json'],
  },
  {
    name: 'types in the browser',
    command: [node, tool('typescript/bin/tsc'), '-p', 'tsconfig.pages.json'],
  },
  { name: 'migrations', command: [node, script('migration.mjs'), 'check'] },
  { name: 'services', command: [node, script('services.mjs'), '--check'] },
  { name: 'directions', command: [node, script('directions.mjs')] },
  { name: 'documents', command: [node, script('documents.mjs')] },
  { name: 'dashboards', command: [node, script('dashboards.mjs'), '--check'] },
  { name: 'workflows', command: [node, script('workflows.mjs')] },
  { name: 'advisories', command: [node, script('advisories.mjs')], tells: true },
  { name: 'API document', command: [node, script('openapi.mjs'), '--check'], needs: script('openapi.mjs') },
]

await build({ tolerant: true })
const failed = []
for (const { name, command, needs, tells } of checks) {
  if (needs !== undefined && !existsSync(needs)) continue
  const [program, ...args] = command
  const { status, output } = await run(program, args)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`)
  if (status === 0 && tells && output.trim()) console.log(output.trim().replaceAll(/^/gm, '       '))
  if (status === 0) continue
  console.log(output.trim())
  failed.push(name)
}
process.exitCode = failed.length === 0 ? 0 : 1

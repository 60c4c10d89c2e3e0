import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { bundle, bundleClient } from './bundle.mjs'
import { generateClients, staleClients } from './generate.mjs'
import { withLock } from './lock.mjs'
import { hashFiles, isStamped, root, run, serviceNames, stamp, step } from './project.mjs'
import { layOutReference } from './reference.mjs'
import { removeStaleOutputs } from './stale-outputs.mjs'

const installStamp = path.join(root, 'node_modules/.installed-from')

function manifests() {
  const packages = ['libs', 'services'].flatMap((group) =>
    readdirSync(path.join(root, group)).map((name) => path.join(root, group, name, 'package.json')),
  )
  return ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json']
    .map((name) => path.join(root, name))
    .concat(packages.filter((file) => existsSync(file)))
}

/** @param {string} hash */
function isInstalled(hash) {
  return (
    isStamped(installStamp, hash) &&
    serviceNames().every((name) => existsSync(path.join(root, 'services', name, 'node_modules')))
  )
}

async function install() {
  const hash = hashFiles(manifests())
  if (isInstalled(hash)) return
  const { packageManager } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  await step('Installing packages', async () => {
    const result = await run(
      'npx',
      ['--yes', packageManager, 'install', '--frozen-lockfile', '--prefer-offline'],
      // CI=true keeps pnpm from asking questions, since nobody may be there to answer.
      { env: { CI: 'true' } },
    )
    if (result.status !== 0) {
      throw new Error(
        `the packages could not be installed: the npm registry must be within reach for this step\n${result.output.trim()}`,
      )
    }
  })
  stamp(installStamp, hash)
}

/** @param {string[]} projects */
async function compile(projects) {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
  return await run(process.execPath, [tsc, '-b', ...projects])
}

/**
 * The files of other packages that the gateway serves, by location: its image contains nothing from outside its own
 * folder.
 */
const servedByGateway = ['docs/openapi.json']

function layOutServed() {
  for (const name of servedByGateway) {
    const source = path.join(root, name)
    const served = path.join(root, 'services/gateway/static', path.basename(name))
    if (existsSync(served) && readFileSync(source).equals(readFileSync(served))) continue
    mkdirSync(path.dirname(served), { recursive: true })
    copyFileSync(source, served)
  }
}

/**
 * Brings packages, Prisma clients, compiled code and bundles up to date, one process of this machine at a time. Throws
 * with the compiler's errors, unless `tolerant`: then it prints a few, and the output that the compiler wrote anyway is
 * used. Does nothing where `AGORA_BUILT` names this folder: tests start commands dozens of times.
 *
 * @param {{ projects?: string[], tolerant?: boolean }} [options]
 */
export async function build({ projects = [], tolerant = false } = {}) {
  if (process.env.AGORA_BUILT === root) return
  await withLock(path.join(root, '.cache/build.lock'), async () => {
    await install()
    layOutServed()
    await layOutReference()
    if (staleClients().length > 0) await step('Generating database clients', generateClients)
    await step('Compiling', async () => {
      const { status, output } = await compile(projects)
      if (status === 0) return
      if (!tolerant) throw new Error(`the code does not compile\n${output.trim()}`)
      const errors = output.split('\n').filter((line) => line.includes('error TS'))
      process.stderr.write(` ${errors.length} errors (npm run build shows them)\n`)
      process.stderr.write(`${errors.slice(0, 3).join('\n')}\n ...`)
    })
    removeStaleOutputs()
    const services = serviceNames().filter(
      (name) => projects.length === 0 || projects.includes(`services/${name}`),
    )
    await step('Bundling', async () => {
      await bundleClient()
      await bundle(services)
    })
  })
}

// Lays out what one service's image holds: its bundle, its migrations and the packages that are not in the bundle.
//   node scripts/image.mjs SERVICE FOLDER
import './lib/node-version.mjs'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from './lib/build.mjs'
import { mustRun, root } from './lib/project.mjs'

const [service, folder] = process.argv.slice(2)
if (!service || !folder || !existsSync(`services/${service}/package.json`)) {
  console.error('usage: node scripts/image.mjs SERVICE FOLDER')
  process.exit(2)
}

process.chdir(root)
await build()
const { packageManager } = JSON.parse(readFileSync('package.json', 'utf8'))
const deploy = ['--filter', `@agora/${service}`, 'deploy', '--legacy', '--prod', path.resolve(folder)]
await mustRun('laying out the image', 'npx', ['--yes', packageManager, ...deploy], { env: { CI: 'true' } })

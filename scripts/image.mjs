// Lays out the contents of images: a service's bundle, its migrations and the packages that are not in the bundle.
//   node scripts/image.mjs SERVICE FOLDER   of one service, or of `backup`
//   node scripts/image.mjs all FOLDER       of each, in a folder of its name
//   node scripts/image.mjs --names          lists them as JSON
import './lib/node-version.mjs'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from './lib/build.mjs'
import { mustRun, root, serviceNames } from './lib/project.mjs'

const BACKUP = 'backup'
const names = [...serviceNames(), BACKUP]
const [wanted, folder] = process.argv.slice(2)
if (wanted === '--names') {
  console.log(JSON.stringify(names))
  process.exit(0)
}
if (!wanted || !folder || ![...names, 'all'].includes(wanted)) {
  console.error(`usage: node scripts/image.mjs ${names.join('|')}|all FOLDER`)
  process.exit(2)
}

const target = path.resolve(folder)
process.chdir(root)
await build()

/**
 * @param {string} name
 * @param {string} into
 */
async function layOut(name, into) {
  if (name === BACKUP) {
    const { layOutBackup } = await import('./lib/backup/lay-out.mjs')
    return await layOutBackup(into)
  }
  const { packageManager } = JSON.parse(readFileSync('package.json', 'utf8'))
  const deploy = ['--filter', `@agora/${name}`, 'deploy', '--legacy', '--prod', into]
  await mustRun(`laying out the image of ${name}`, 'npx', ['--yes', packageManager, ...deploy], {
    env: { CI: 'true' },
  })
}

if (wanted === 'all') for (const name of names) await layOut(name, path.join(target, name))
else await layOut(wanted, target)

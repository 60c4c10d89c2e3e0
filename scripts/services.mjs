// Generates files from the declaration of the services (libs/shared/src/contracts/services.ts):
//   node scripts/services.mjs           compiler's projects, Compose, manifests, Prometheus, operators' table
//   node scripts/services.mjs --check   fails if they are out of date
import './lib/node-version.mjs'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const { build } = await import('./lib/build.mjs')
const { root } = await import('./lib/project.mjs')

const check = process.argv.includes('--check')
await build({ projects: ['libs/suite'], tolerant: true })
const { disagreements, madeFiles } = await import('@agora/suite/files/files')

for (const [name, text] of Object.entries(madeFiles())) {
  const file = path.join(root, name)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  if (check) {
    console.error(`${name} does not match the declared services: run node scripts/services.mjs`)
    process.exitCode = 1
  } else {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
    console.log(`wrote ${name}`)
  }
}
for (const words of disagreements()) {
  console.error(words)
  process.exitCode = 1
}

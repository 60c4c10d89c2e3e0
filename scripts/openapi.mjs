// Writes the API's document from the routes of all services, and the typed client made from it:
//   node scripts/openapi.mjs           -> docs/openapi.json, libs/client/src/schema.ts
//   node scripts/openapi.mjs --check   fails if they differ from the routes
import './lib/node-version.mjs'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const { build } = await import('./lib/build.mjs')
const { root } = await import('./lib/project.mjs')

const check = process.argv.includes('--check')

async function main() {
  await build({ tolerant: true })
  const { suiteDocument } = await import('./lib/openapi/suite-document.mjs')
  const { clientTypes } = await import('../libs/client/generate.mjs')
  const document = await suiteDocument()
  const files = {
    'docs/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'libs/client/src/schema.ts': await clientTypes(document),
  }
  let stale = 0
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name)
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    stale += 1
    if (check) console.error(`${name} does not match the routes: run node scripts/openapi.mjs`)
    else {
      writeFileSync(file, text)
      console.log(`wrote ${name}`)
    }
  }
  if (stale === 0) console.log('the API document is up to date')
  return check && stale > 0 ? 1 : 0
}

// The services' contexts keep the process alive, looking for stores.
process.exit(
  await main().catch((error) => {
    console.error(error)
    return 1
  }),
)

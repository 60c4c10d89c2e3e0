// Imports observations into the archive: npm run archive:import -- FILE|-
import './lib/node-version.mjs'

const { runArchiveCommand } = await import('./lib/archive.mjs')
await runArchiveCommand('import')

// Imports a forum: npm run forum:import -- --from ndjson FILE|-
import './lib/node-version.mjs'

const { runMovingCommand } = await import('./lib/moving.mjs')
await runMovingCommand('import')

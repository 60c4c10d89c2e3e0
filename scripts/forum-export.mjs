// Writes the forum as a file that can be imported: npm run forum:export -- FILE
import './lib/node-version.mjs'

const { runMovingCommand } = await import('./lib/moving.mjs')
await runMovingCommand('export')

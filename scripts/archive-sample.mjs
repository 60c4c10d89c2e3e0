// Writes invented observations: npm run archive:sample -- FILE
import './lib/node-version.mjs'

const { runArchiveCommand } = await import('./lib/archive.mjs')
await runArchiveCommand('sample', { database: false })

// Writes the archive as observations: npm run archive:export -- FILE
import './lib/node-version.mjs'

const { runArchiveCommand } = await import('./lib/archive.mjs')
await runArchiveCommand('export')

// Rebuilds the search index, beside a running forum: npm run forum:reindex
import './lib/node-version.mjs'

const { runServiceCommand } = await import('./lib/service-command.mjs')
await runServiceCommand('forum', 'reindex')

// Makes the search index, or what else follows from the forum's content, anew: npm run forum:rebuild -- search
import './lib/node-version.mjs'

const { runServiceCommand } = await import('./lib/service-command.mjs')
await runServiceCommand('forum', 'rebuild')

// Copies the data of all services at one moment: npm run backup -- FOLDER | s3://BUCKET/PREFIX
// Works whether or not the instance runs. docs/operations.md says how the databases are found.
import './lib/node-version.mjs'
import { runOnDatabases } from './lib/backup/run.mjs'

await runOnDatabases('backup', { besideInstance: true, title: 'Copying the data' })
if (process.exitCode === 0)
  console.log('The secrets are not in it: keep them elsewhere; the data is useless without them.')

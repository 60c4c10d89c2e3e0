// Copies the data of all services as they were at one moment: npm run backup -- FOLDER | s3://BUCKET/PREFIX
// Beside a running instance or without one. The databases are found as docs/operations.md says.
import './lib/node-version.mjs'
import { runOnDatabases } from './lib/backup/run.mjs'

await runOnDatabases('backup', { besideInstance: true, title: 'Copying the data' })
if (process.exitCode === 0)
  console.log('The secrets are not: keep those of the deployment apart, they are needed to use the data.')

// Copies the data of all services at one moment: npm run backup -- FOLDER | s3://BUCKET/PREFIX
// Works whether or not the instance runs. docs/operations.md says how the databases are found.
import './lib/node-version.mjs'
import { runOnDatabases } from './lib/backup/run.mjs'

await runOnDatabases('backup', { besideInstance: true, title: 'Copying the data' })
if (process.exitCode === 0)
  console.log('The secrets are not: keep those of the deployment apart, they are needed to use the data.')

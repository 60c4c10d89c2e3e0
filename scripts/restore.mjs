// Restores a backup into empty databases: npm run restore -- FOLDER | s3://BUCKET/PREFIX/latest
// The instance must not be running. Its next start migrates an older backup's schemas.
import './lib/node-version.mjs'
import { runOnDatabases } from './lib/backup/run.mjs'

await runOnDatabases('restore', { besideInstance: false, title: 'Restoring the data' })

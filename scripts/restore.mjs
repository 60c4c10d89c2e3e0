// Puts a backup into databases that hold nothing: npm run restore -- FOLDER | s3://BUCKET/PREFIX/latest
// The instance must not run. Its next start brings an older backup's schemas up to date.
import './lib/node-version.mjs'
import { runOnDatabases } from './lib/backup/run.mjs'

await runOnDatabases('restore', { besideInstance: false, title: 'Restoring the data' })

// Fills an empty archive with a small sample; one that holds anything is left as it is:
//   DATABASE_URL=postgres://... AGORA_CONFIG=agora.yaml node load-sample.js
import { runCommand } from '@agora/shared/cli/run-command'
import { loadSample } from '../sample/load.ts'
import { readGames, withArchive } from './environment.ts'

await runCommand(async () => {
  const stored = await withArchive((connect) => loadSample(connect, readGames()))
  console.log(stored > 0 ? `${stored} sample observations loaded` : 'the archive holds data already')
  return 0
})

// Writes made-up observations, always the same for the same seed:
//   AGORA_CONFIG=agora.yaml node sample.js [FILE] [--observations N] [--subjects N] [--seed N]
import { parseArgs } from 'node:util'
import { runCommand } from '@agora/shared/cli/run-command'
import { writeLines } from '@agora/shared/lines/output'
import { sampleLines } from '../sample/generate.ts'
import { readGames } from './environment.ts'

const USAGE = 'usage: npm run archive:sample -- [FILE] [--observations N] [--subjects N] [--seed N]'

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      observations: { type: 'string', default: '1000' },
      subjects: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  })
  const observations = Number(values.observations)
  const subjects = Number(values.subjects ?? Math.ceil(observations / 40))
  const seed = Number(values.seed)
  const isUsable =
    [observations, seed].every((value) => Number.isSafeInteger(value) && value >= 0) &&
    Number.isSafeInteger(subjects) &&
    subjects >= 1
  if (!isUsable || positionals.length > 1) {
    console.error(USAGE)
    return 2
  }
  const lines = sampleLines({ seed, observations, subjects: Math.max(1, subjects), games: readGames() })
  const count = await writeLines(lines, positionals[0])
  console.error(`${count} observations`)
  return 0
})

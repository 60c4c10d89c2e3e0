// Measures the suite on its own stores and data, each case in turns with its floor:
//   npm run bench
//   npm run bench -- --size small|medium|large   how large a forum (medium: 100,000 posts; large: 1,000,000)
//                    --rounds 5 --seconds 2      the number and length of each load
//                    --rate 500                  how many replies a second followers are to keep up with ("following")
//                    --only WORDS,WORDS          only cases whose name contains one of these ("starts": memory and starts; "overload"; "crowd";
//                                                "following"; "costs")
// Prints tables; bench/results has them as JSON, and a chart of the growth from 10,000 posts.
import './lib/node-version.mjs'
import { parseArgs } from 'node:util'

const { build } = await import('./lib/build.mjs')
const { step } = await import('./lib/project.mjs')

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: 'medium' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    rate: { type: 'string', default: '500' },
    only: { type: 'string', default: '' },
  },
})

try {
  await build({ tolerant: true })
  const { sizes } = await import('../bench/data/sizes.mjs')
  if (!(values.size in sizes)) throw new Error(`--size is one of ${Object.keys(sizes).join(', ')}`)
  const { canMeasure } = await import('../bench/lib/processes.mjs')
  if (!canMeasure) throw new Error('the benchmark reads processor time and memory from /proc, which is Linux')
  const { bench, report } = await import('../bench/main.mjs')
  const quoted = values.only.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const words = new RegExp(quoted.replaceAll(',', '|'), 'i')
  const { size, rounds, seconds, rate } = /** @type {typeof values & { size: keyof typeof sizes }} */ (values)
  const numbers = { rounds: Number(rounds), seconds: Number(seconds), rate: Number(rate) }
  report(await bench({ size, ...numbers, only: words, step }))
} catch (error) {
  console.error(error instanceof Error ? error.stack : error)
  process.exitCode = 1
}

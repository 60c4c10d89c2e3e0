import { once } from 'node:events'
import { createWriteStream, readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { runCli } from './support/cli.ts'
import { games } from './support/database.ts'
import { importSuite, widestLine } from './support/imports.ts'

const { archive, file } = await importSuite()

/** In kB, of resident memory: about 150,000 are used. */
const PEAK = 210_000

/** As much as the archive stores about the records in question, which would not fit into memory at once. */
const littleMemory = {
  nodeFlags: [
    '--max-old-space-size=90',
    // Outside of that limit too: at the end it reports its peak memory, in kB.
    '--import=data:text/javascript,process.on("exit",()=>console.error("peak",process.resourceUsage().maxRSS))',
  ],
}
const COUNT = 300

/** Of 300 kB. */
const inventory = (count: number) =>
  Object.fromEntries(Array.from({ length: 20_000 }, (_, item) => [String(100_000_000 + item), count]))

const line = (id: number, second: number, fields: object) =>
  `${JSON.stringify({
    type: 'GameAUser',
    server: games.game_a.servers[0],
    id: String(id),
    retrieved_at: new Date(Date.UTC(2024, 0, 1) + second * 1000).toISOString(),
    ...fields,
  })}\n`

const lines = (lineOf: (index: number) => string, count = COUNT) =>
  Array.from({ length: count }, (_, index) => lineOf(index))

async function write(name: string, content: Iterable<string>): Promise<string> {
  const out = createWriteStream(file(name))
  for (const text of content) if (!out.write(text)) await once(out, 'drain')
  out.end()
  await once(out, 'finish')
  return file(name)
}

async function importFile(path: string, options = {}): Promise<void> {
  const { status, stderr } = await runCli('import', archive.url, [path], options)
  expect(status, stderr).toBe(0)
  expect(Number(/^peak (\d+)$/m.exec(stderr)?.[1] ?? 0)).toBeLessThan(PEAK)
}

async function exported(): Promise<string> {
  const path = file('exported.ndjson')
  const { status, stderr } = await runCli('export', archive.url, [path], littleMemory)
  expect(status, stderr).toBe(0)
  return readFileSync(path, 'latin1')
}

describe('what the archive holds may be larger than memory', { timeout: 300_000 }, () => {
  test('of records that are seen again, later, between and earlier', async () => {
    const rich = await write(
      'rich.ndjson',
      lines((id) => line(id, 60, { inventory: inventory(id) })),
    )
    const later = await write(
      'later.ndjson',
      lines((id) => line(id, 90, { inventory: {}, coins: id })),
    )
    const between = await write(
      'between.ndjson',
      lines((id) => line(id, 80, { inventory: { 9: 1 } })),
    )
    const earlier = await write(
      'earlier.ndjson',
      lines((id) => line(id, 30, { inventory: {}, coins: 1 })),
    )
    await importFile(rich)
    for (const path of [later, later, between, earlier]) await importFile(path, littleMemory)
    const outOfOrder = await exported()
    await archive.empty()
    for (const path of [earlier, rich, between, later]) await importFile(path)
    expect((await exported()) === outOfOrder).toBe(true)
  })

  test('between late observations of one record', async () => {
    const history = await write(
      'history.ndjson',
      lines((index) => line(1, 2 * index, { inventory: inventory(index) })),
    )
    const late = await write(
      'late.ndjson',
      [3, 7, COUNT, 2 * COUNT - 5].map((second) => line(1, second, { coins: second })),
    )
    await importFile(history)
    await importFile(late, littleMemory)
    const outOfOrder = await exported()
    await archive.empty()
    for (const path of [late, history]) await importFile(path)
    expect((await exported()) === outOfOrder).toBe(true)
  })

  test('after late observations that make much of it change back', async () => {
    const same = await write(
      'same.ndjson',
      lines((index) => line(1, 2 * index, { inventory: inventory(1) }), 2 * COUNT),
    )
    const other = await write(
      'other.ndjson',
      lines((index) => line(1, 2 * index + 1, { inventory: {} }), 2 * COUNT),
    )
    await importFile(same)
    await importFile(other, littleMemory)
    const outOfOrder = await exported()
    await archive.empty()
    for (const path of [other, same]) await importFile(path)
    expect((await exported()) === outOfOrder).toBe(true)
  })

  test('of lines of nearly 16 MiB each', async () => {
    const wide = await write('wide.ndjson', [1, 2, 3, 4, 5, 6, 7, 8].map(widestLine))
    const bounded = { nodeFlags: ['--max-old-space-size=400'] }
    const { status, stderr } = await runCli('import', archive.url, [wide], bounded)
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('heap')])
    expect((await runCli('export', archive.url, [file('exported.ndjson')], bounded)).status).toBe(0)
    expect(statSync(file('exported.ndjson')).size).toBeGreaterThan(0.9 * statSync(wide).size)
  })

  test('of two files of one record, its fields in turn', async () => {
    const minutes = Array.from({ length: 12_000 }, (_, minute) => minute)
    const names = minutes.map((minute) => line(1, 60 * minute, { username: `name ${minute % 7}` }))
    const coins = minutes.map((minute) => line(1, 60 * minute + 30, { coins: minute % 5 }))
    await runCli('import', archive.url, ['-'], { input: names.join('') })
    const late = await runCli('import', archive.url, ['-', '--batch', '4000'], {
      input: coins.join(''),
      nodeFlags: ['--max-old-space-size=200'],
    })
    expect(late.status).toBe(0)
    const contents = await archive.contents()
    await archive.empty()
    const inTurn = minutes.flatMap((minute) => [names[minute], coins[minute]])
    await runCli('import', archive.url, ['-'], { input: inTurn.join('') })
    expect(await archive.contents()).toEqual(contents)
  })
})

import { appendFileSync, readFileSync, truncateSync } from 'node:fs'
import { kinds, type LineType } from '@agora/moving/format/lines'
import { createPool } from '@agora/shared/database/pool'
import { type Suite, startSuite } from '@agora/testing/suite'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { complete, email, header } from './helpers/complete-lines.ts'
import { wrongTallies } from './helpers/moderation.ts'
import { linesOf, type Moved, move, movingFolder, reported } from './helpers/moving.ts'
import { day } from './helpers/small-forum.ts'

/** Values, names and bodies that only an attacker writes: each line is taken or rejected, and the import goes on. */

let suite: Suite
let pool: pg.Pool
const folder = movingFolder()
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum'] })
  pool = createPool({
    url: suite.database.urls.forum,
    schema: 'forum',
    size: 1,
    name: 'test',
    statementTimeoutMs: 0,
  })
})
afterAll(async () => {
  await pool?.end()
  await suite?.close()
})

const uuid = (tail: string) => `01890000-0000-7000-8000-${tail.padStart(12, '0')}`

const { section, user, thread, post, edit, ban, role, sanction, address } = complete
const good = [section, user, thread, post]

/** As JSON: whether a field may ever have it. */
const values: Record<string, { json: string; isNever?: true }> = {
  'an array': { json: '["a"]', isNever: true },
  'an object': { json: '{"a":1}', isNever: true },
  'a prototype': { json: '{"__proto__":{"type":"post"}}', isNever: true },
  'half a surrogate pair': { json: '"\\ud800"', isNever: true },
  NUL: { json: '"\\u0000"', isNever: true },
  'a long string': { json: JSON.stringify('x'.repeat(300_000)), isNever: true },
  'deeply nested': { json: '['.repeat(100_000) + ']'.repeat(100_000), isNever: true },
  'a huge number': { json: '1e308' },
  'a negative number': { json: '-1' },
  'a boolean': { json: 'true' },
  null: { json: 'null' },
  nothing: { json: '""' },
  blank: { json: '" "' },
  'a line separator': { json: '"a\u2028b"' },
  'control characters': { json: '"a\\u001b[2Jb\\u0007\\u0085"' },
  'a direction mark': { json: '"\u202Eab"' },
  'a day that is none': { json: '"2020-02-30T12:00:00Z"' },
  'a far day': { json: '"9999-12-31T23:59:59.999Z"' },
  'an early day': { json: '"0001-01-01T00:00:00Z"' },
  'a day beyond all calendars': { json: '"+294277-01-01T00:00:00Z"' },
  'a day far in the east': { json: '"2020-01-02T12:00:00+23:59"' },
  'a day of many digits': { json: `"2020-01-02T12:00:00.${'1'.repeat(300)}Z"` },
}

async function importFile(file: string, words: readonly string[] = []) {
  const moved = await move('import', suite, ['--from', 'ndjson', file, ...words], {
    // Far less than would be needed to hold what these files hold.
    env: { NODE_OPTIONS: '--max-old-space-size=192' },
  })
  expect([0, 1], moved.stderr).toContain(moved.status)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal would obey them
  expect(moved.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
  await expectSound()
  return { ...moved, ...outcomeOf(moved), ...toldOf(file) }
}

const write = (name: string, lines: readonly (object | string)[]) => folder.write(name, [header, ...lines])

function outcomeOf({ stdout }: Moved) {
  const sum = (line: RegExp) =>
    [...(line.exec(stdout)?.[1] ?? '').matchAll(/(\d[\d,]*) [a-z]/g)].reduce(
      (all, [, count]) => all + Number(count?.replaceAll(',', '')),
      0,
    )
  const rejected = Number(/Rejected lines: (\d+)/.exec(stdout)?.[1] ?? 0)
  return { taken: sum(/taken (.*)/), here: sum(/Here already: (.*)/), rejected }
}

/** Why lines were rejected, and which were taken but for a part. */
function toldOf(file: string): { reasons: Map<number, string>; noted: Set<number> } {
  const told = reported(file)
  return {
    reasons: new Map(told.flatMap(({ line, reason }) => (reason === undefined ? [] : [[line, reason]]))),
    noted: new Set(told.filter(({ note }) => note !== undefined).map(({ line }) => line)),
  }
}

/** Nothing is half there. */
async function expectSound(): Promise<void> {
  expect((await pool.query(wrongTallies)).rows).toEqual([])
  const { rows } = await pool.query(`
    SELECT id FROM section AS s WHERE thread_count <> (SELECT count(*) FROM thread AS t WHERE t.section_id = s.id AND NOT is_deleted)
    UNION ALL
    SELECT id FROM thread AS t WHERE post_count <> (SELECT count(*) FROM post AS p WHERE p.thread_id = t.id) OR post_count = 0
    UNION ALL
    SELECT id FROM post AS p WHERE revision_count <> (SELECT count(*) FROM revision AS r WHERE r.post_id = p.id)
    UNION ALL
    SELECT id FROM imported WHERE kind = 'post' AND id NOT IN (SELECT id FROM post)`)
  expect(rows).toEqual([])
}

it('each field with each hostile value is taken, left out or rejected with its line, and what follows is taken', async () => {
  const lines: (object | string)[] = [...good]
  const never = new Set<number>()
  for (const [type, whole] of Object.entries(complete)) {
    for (const field of Object.keys(kinds[type as LineType].properties)) {
      for (const [name, { json, isNever }] of Object.entries(values)) {
        const unique =
          'id' in whole && type !== 'address' ? { id: `${type}_${field}_${name.replaceAll(' ', '_')}` } : {}
        const { [field]: _, ...rest } = { ...whole, ...unique } as Record<string, unknown>
        lines.push(`{${JSON.stringify(rest).slice(1, -1)},${JSON.stringify(field)}:${json}}`)
        if (isNever) never.add(lines.length + 1)
      }
    }
  }
  lines.push({ ...post, id: 'the_last' })
  const { taken, here, rejected, reasons, noted } = await importFile(write('values.ndjson', lines))
  expect([...never].filter((line) => !reasons.has(line) && !noted.has(line))).toEqual([])
  expect(reasons.size).toBe(rejected)
  expect(taken + here + rejected).toBe(lines.length)
  const { rows } = await pool.query(`SELECT FROM imported WHERE kind = 'post' AND old_id = 'the_last'`)
  expect(rows).toHaveLength(1)
})

const times = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index))
const collisions: Record<string, readonly object[]> = {
  'ids in two cases': [
    'section',
    'user',
    'thread',
    'post',
    'sanction',
    'ban',
    'game_link',
    'oauth_client',
  ].flatMap((type) => {
    const whole = complete[type as Exclude<LineType, 'forum'>]
    return [uuid('A'), uuid('a')].map((id) => ({
      ...whole,
      id,
      ...(type === 'section' ? { key: undefined } : {}),
    }))
  }),
  'one id twice': [sanction, sanction, ban, ban, role, role, edit, edit, address, address, post, thread],
  'one key for two threads': times(2, (index) => [
    { ...thread, id: `k${index}`, key: 'one_key' },
    { ...post, id: `k${index}`, thread: `k${index}` },
  ]).flat(),
  'one name for many sections': times(300, (index) => ({
    type: 'section',
    id: `n${index}`,
    display_name: 'One name',
  })),
  'one username and one end of an id': times(60, (index) => ({
    ...user,
    id: `${String(index).padStart(8, '0')}-0000-7000-8000-00000000000b`,
    username: 'of_many',
    emails: times(16, () => email),
  })),
  'sections below sections': times(300, (index) => ({
    type: 'section',
    id: `d${index}`,
    display_name: `Deep ${index}`,
    parent: index === 0 ? null : `d${index - 1}`,
  })),
  'an end before its beginning': [
    { ...complete.game_link, id: 'e', since: day(9), until: day(1) },
    { ...complete.display_name, since: day(9), until: day(1) },
    { ...sanction, id: 'e', created_at: day(9), expires_at: day(1), lifted_at: day(2) },
    { ...ban, id: 'e', created_at: day(9), expires_at: day(1), lifted_at: day(2) },
  ],
}

it.each(Object.entries(collisions))(
  '%s: each line is taken, passed over or rejected',
  async (name, lines) => {
    const all = [...good, ...lines]
    const { taken, here, rejected } = await importFile(write(`${name}.ndjson`, all))
    expect(taken + here + rejected).toBe(all.length)
  },
)

const LONGEST = 262_144
const fill = (unit: string, length = LONGEST) => unit.repeat(Math.floor(length / unit.length))
const half = (first: string, second: string) => fill(first, LONGEST / 2) + fill(second, LONGEST / 2)
const bodies: readonly [format: string, body: string][] = [
  ['markdown', fill('>')],
  ['markdown', fill('>', 1_000_000)],
  ['markdown', fill('> ')],
  ['markdown', fill('- ')],
  ['markdown', fill('[')],
  ['markdown', half('[', ']')],
  ['markdown', fill('![')],
  ['markdown', fill('**a ')],
  ['markdown', fill('*a _b ')],
  ['markdown', fill('`a``b')],
  ['markdown', fill('[a](')],
  ['markdown', fill('[a][b]')],
  ['markdown', fill('<a@')],
  ['markdown', fill('http://')],
  ['markdown', fill('www.a.')],
  ['markdown', `${fill('|a', 100_000)}\n${fill('|-', 100_000)}\n${fill('|\n', 60_000)}`],
  ['html', half('<ul>', '<li>x')],
  ['html', fill('<b>x')],
  ['html', half('<i>', '<b>x</b>')],
  ['html', half('<i>', '<pre>x</pre>')],
  ['html', fill('<blockquote>x')],
  ['html', fill('<a href=x>')],
  ['html', fill('<table><tr><td>')],
  ['html', fill('<')],
  ['html', fill('&#x1;')],
  ['html', fill('<script>')],
  ['bbcode', fill('[b]')],
  ['bbcode', half('[quote]', '[/quote]')],
  ['bbcode', half('[list][*]', '[/list]')],
  ['bbcode', fill('[url]')],
  ['bbcode', fill('[code]')],
  ['bbcode', fill('[b="')],
  ['bbcode', fill('[foo][/foo]')],
  ['text', fill('\u0001*~|')],
  ['markup', fill('[quote]')],
  ['markup', fill('[quote]', 65_536)],
  ['markup', fill('**a ', 65_536)],
  ['markup', fill('@{00000000-0000-4000-8000-000000000000}', 65_536)],
  ['markup', fill('<', 65_536)],
]

it('bodies that are nothing but marks are taken as text or rejected, in little memory', async () => {
  const lines = [
    ...good,
    ...bodies.map(([format, body], index) => ({ ...post, id: `bomb${index}`, format, body })),
  ]
  const { taken, here, rejected } = await importFile(write('bodies.ndjson', lines))
  expect(taken + here + rejected).toBe(lines.length)
  expect(taken).toBeGreaterThan(bodies.length / 2)
})

it('a line larger than memory is passed over, and a last one needs no end', async () => {
  const file = write('large.ndjson', good)
  const { length } = readFileSync(file)
  // The file system stores none of it.
  truncateSync(file, length + 2 ** 28)
  appendFileSync(file, `\n${linesOf(['\u00ff'])}`)
  appendFileSync(file, Buffer.from([0xff, 0x0a]))
  appendFileSync(file, JSON.stringify({ ...post, id: 'without_end' }))
  const { reasons, taken } = await importFile(file, ['--name', 'large'])
  const at = good.length + 2
  expect(reasons.get(at)).toMatch(/^longer than /)
  expect(reasons.get(at + 1)).toBe('not JSON')
  expect(reasons.get(at + 2)).toBe('not UTF-8')
  expect(taken).toBe(good.length + 1)
})

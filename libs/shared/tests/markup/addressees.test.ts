import { addresseesOf, emit, type Grammar, parse } from '@agora/shared/markup/index'
import { expect, test } from 'vitest'

const grammar: Grammar = {
  admin: false,
  code: true,
  depth: 4,
  emphasis: true,
  icons: [],
  links: ['http', 'https'],
  mod: true,
  quote: true,
  spoiler: true,
  strikethrough: true,
  strong: true,
}
const htmlOf = (source: string, limits: Partial<Grammar> = {}) =>
  emit(parse(source, { ...grammar, ...limits }), { mention: () => '</span>"&' })

const ada = '01890000-0000-7000-8000-00000000000a'
const ben = '01890000-0000-7000-8000-00000000000b'

test.each<[what: string, source: string, mentions: string[], quotes: string[]]>([
  ['nobody', 'Hello', [], []],
  ['whom it mentions, once each', `@{${ada}} and @{${ben}} and @{${ada.toUpperCase()}}`, [ada, ben], []],
  [
    'whom it quotes, once each',
    '[quote=Ben]x[/quote][quote=Ada]y[/quote][quote=Ben]z[/quote]',
    [],
    ['Ben', 'Ada'],
  ],
  ['nobody by a quote without a name', '[quote]x[/quote]', [], []],
  ['nobody within a quote', `[quote=Ben][quote=Ada]@{${ada}}[/quote]x[/quote]y`, [], ['Ben']],
  ['whom a moderator’s block mentions', `[mod]@{${ben}}[/mod]`, [ben], []],
  ['nobody in code or by an escaped mark', `\`@{${ada}}\` \\@{${ben}} \`[quote=Ben]\``, [], []],
  [
    'nobody by a link’s address',
    `[x](https://example.org/@{${ada}}) ](http://example.org/@{${ben}})`,
    [],
    [],
  ],
  ['whom a link’s words mention', `[@{${ada}}](https://example.org)`, [ada], []],
  ['somebody with any name', '[quote=A<b>&amp;"c]x[/quote]', [], ['A<b>&amp;"c']],
  [
    'nobody by text or code that looks like its HTML',
    `<span class="mkt-mention" data-user-id="${ada}"> \`<blockquote class="mkt-quote"><cite>Ben</cite>\` @{${ben}}`,
    [ben],
    [],
  ],
])('a body speaks to %s', (_, source, mentions, quotes) => {
  expect(addresseesOf(htmlOf(source))).toEqual({ mentions, quotes })
})

test('of more members than it may mention, a body speaks to the first; the others stay text', () => {
  const ids = Array.from({ length: 5 }, (_, n) => `01890000-0000-7000-8000-00000000010${n}`)
  const source = [...ids, ids[0]].map((id) => `@{${id}}`).join(' ')
  const mentions = { earlier: [], most: 3 }
  expect(addresseesOf(htmlOf(source, { mentions })).mentions).toEqual(ids.slice(0, 3))
  expect(htmlOf(source, { mentions })).toContain(`@{${ids[3]}} @{${ids[4]}} <span`)
  // Those of earlier revisions count, whether this one mentions them or not, and may be mentioned again.
  const earlier = [ids[4]!, ids[3]!]
  expect(addresseesOf(htmlOf(source, { mentions: { earlier, most: 3 } })).mentions).toEqual([
    ids[0],
    ids[3],
    ids[4],
  ])
  expect(addresseesOf(htmlOf(source, { mentions: { earlier, most: 1 } })).mentions).toEqual([ids[3], ids[4]])
  // Within a quote they notify nobody.
  const quoting = `[quote=Ben]${source}[/quote]@{${ada}}`
  expect(htmlOf(quoting, { mentions: { earlier: [], most: 1 } })).not.toContain('@{')
})

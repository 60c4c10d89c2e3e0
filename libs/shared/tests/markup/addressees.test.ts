import { addresseesOf } from '@agora/shared/markup/index'
import { expect, test } from 'vitest'

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
])('a source speaks to %s', (_, source, mentions, quotes) => {
  expect(addresseesOf(source)).toEqual({ mentions, quotes })
})

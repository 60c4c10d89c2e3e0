import { coverSpoilers, emit, parse, plainText } from '@agora/shared/markup/index'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SPANS, spansBelow } from '../src/areas/search/postgres/lexemes.ts'
import { parseQuery } from '../src/areas/search/query.ts'
import { SNIPPET_LENGTH, snippetOf } from '../src/areas/search/snippet.ts'
import { languageOf } from '../src/areas/search/text/languages.ts'
import { wordsOf } from '../src/areas/search/text/words.ts'

const folded = (text: string) => wordsOf(text).map((word) => word.folded)
/** Texts of all kinds of characters, including those that are not letters, and lone surrogates. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({
    unit: fc.constantFrom(...'aZ9 é\u0301ßİǅﬁ東京都がガﾞ한ᄒ\u1161ไทย𝒳\ud800\0-_"<&…ﷺ'),
    maxLength: 200,
  }),
)

describe('the words of a text', () => {
  it.each<[string, string[]]>([
    ['Hello, World! v2.0', ['hello', 'world', 'v2', '0']],
    ['Café cafe\u0301 CAFÉ', ['cafe', 'cafe', 'cafe']],
    [
      'Straße Æther Œuvre Łódź smørrebrød İstanbul',
      ['strasse', 'aether', 'oeuvre', 'lodz', 'smorrebrod', 'istanbul'],
    ],
    ['ΣΊΣΥΦΟΣ ς', ['σισυφοσ', 'σ']],
    ['ﬁne ＡＢＣ １２', ['fine', 'abc', '12']],
    ['東京都', ['東京', '京都']],
    ['猫 と 犬', ['猫', 'と', '犬']],
    ['ｶﾞｯﾂ', ['ガッ', 'ッツ']],
    ['Node20版です', ['node20', '版で', 'です']],
    ['한국어', ['한국', '국어']],
    ['', []],
    ['!?\0\ud800', []],
  ])('of %j are %j', (text, expected) => {
    expect(folded(text)).toEqual(expected)
    expect(folded(text.normalize('NFD'))).toEqual(expected)
  })

  it.each<[kind: string, ...words: string[]]>([
    ['composition', 'Ångström', 'A\u030angstro\u0308m', '\u212bngström'],
    ['ligatures (sillsdev/web-languageforge#1316)', 'fish', 'ﬁsh'],
    ['ß (sillsdev/web-languageforge#1316)', 'groß', 'gross'],
    ['accents (hypothesis/h#729)', 'Kristóf', 'Kristof'],
    ['accents (fergiemcdowall/search-index#402)', 'numéro', 'numero', 'nume\u0301ro'],
    ['Polish (suchnsuch/Tangent#369)', 'która', 'ktora', 'którą'],
    ['Spanish (oleeskild/digitalgarden#348)', 'cápsulas', 'capsulas', 'ca\u0301psulas'],
    ['width', 'Agora', 'Ａｇｏｒａ'],
    ['width of kana', 'ガイド', 'ｶﾞｲﾄﾞ'],
    ['case', 'straße', 'STRASSE', 'Strasse', 'STRAẞE'],
    ['case of Greek', 'ΟΔΟΣ', 'οδος', 'οδοσ', 'ὁδός'],
    ['Vietnamese tones', 'Nguyễn', 'Nguyen', 'NGUYỄN'.normalize('NFD')],
    ['Vietnamese letters', 'đường', 'duong', 'Đường'],
    ['Hebrew points', 'שלום', 'שָׁלוֹם', '\ufb2aלום'],
    ['Arabic vowels', 'محمد', 'مُحَمَّد'],
    ['tatweel', 'كتاب', 'كــتاب'],
    ['hamza on alef', 'احمد', 'أحمد', '\u0627\u0654حمد'],
    ['Arabic final letters', 'مدرسه', 'مدرسة'],
    ['Persian and Arabic letters', 'کتابی', 'كتابي', 'كتابى'],
    ['Urdu and Arabic letters', 'ہمارہ', 'همارة', 'ەمارە'],
    ['Yiddish letters', 'ייִדיש װײַס', 'יידיש ווייס', 'ײדיש װײס'],
    ['ə and ŋ', 'Əliyev Ŋálo', 'eliyev nalo'],
    ['Arabic presentation forms', 'لا', '\ufefb'],
    ['Syriac vowels', 'ܫܠܡܐ', 'ܫܠܳܡܳܐ'],
    ['the nukta', 'क़लम', 'कलम', 'क\u093cलम'],
    ['Cyrillic', 'ёж', 'еж', 'е\u0308ж'],
    ['digits', '123', '١٢٣', '۱۲۳', '१२३', '１２３'],
    ['æ', 'Ærø', 'aero', 'AERØ'],
    ['œ', 'œuvre', 'oeuvre', 'ŒUVRE'],
    ['þ and ð', 'Þingvellir', 'thingvellir'],
    ['ı', 'Iğdır', 'igdir', 'IĞDIR', 'İğdir'],
    ['ł', 'Łódź', 'lodz'],
    ['ligatures', 'ﬁﬂ', 'fifl'],
    ['soft hyphens (contao/core#8389)', 'Donau\u00addampf\u00adschiff', 'Donaudampfschiff'],
    [
      'word joiners (julkue/mark.js#69, trilbymedia/grav-plugin-tntsearch#133)',
      'super\u2060man',
      'superman',
      'super\ufeffman',
      'super\u200dman',
    ],
    ['directions', '\u200eabc\u200f', 'abc', 'a\u202ab\u202cc', '\u2066abc\u2069'],
    ['variation selectors', '漢\u{e0100}字', '漢字', '漢字\ufe00'],
    ['Mongolian and Hangul fillers', 'ab', 'a\u180bb', 'a\u3164b', 'a\u034fb'],
  ])('are one word, however it is written: %s', (_, word, ...others) => {
    for (const other of others) expect(folded(other), other).toEqual(folded(word))
    expect(folded(word).length).toBeGreaterThan(0)
  })

  it.each([
    ['zero-width spaces', 'one\u200btwo'],
    ['zero-width non-joiners', 'one\u200ctwo'],
    ['apostrophes of any kind', 'one’two', "one'two", 'oneʼtwo', 'oneʻtwo', 'one＇two'],
  ])('are separated by %s', (_, ...texts) => {
    for (const text of texts) expect(folded(text), text).toEqual(['one', 'two'])
  })

  it.each([
    ['vowel signs of other scripts', 'कि', 'क'],
    ['the marks of kana', 'が', 'か'],
    ['Thai vowels and tones', 'น้ำ', 'นา'],
  ])('differ by %s', (_, one, other) => expect(folded(one)).not.toEqual(folded(other)))

  it('stand where they say, in their order, and are nothing but letters and digits, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let before = 0
        for (const { folded: word, spelled, start, end } of wordsOf(text)) {
          expect(start).toBeGreaterThanOrEqual(before)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
          expect(word + spelled).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
          expect(word.isWellFormed()).toBe(true)
          before = start
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('are the same of what was folded already', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const words = wordsOf(text).filter((word) => !/[^\p{Script=Latin}\p{N}]/u.test(word.folded))
        for (const word of words) expect(folded(word.folded)).toEqual([word.folded])
      }),
    )
  })

  it('are found in linear time, however many marks a letter has', () => {
    const marks = Array.from({ length: 65_536 }, (_, n) => String.fromCharCode(n % 2 ? 0x0315 : 0x0316)).join(
      '',
    )
    expect(folded(`a${marks}b`).join('').replace(/\p{M}/gu, '')).toBe('ab')
    expect(folded('ﷺ'.repeat(65_536))).toEqual([])
  })
})

describe('a search text', () => {
  const read = (text: string) => {
    const terms = (some: readonly (readonly { folded: string }[])[]) =>
      some.map((term) => term.map((word) => word.folded).join(' '))
    return parseQuery(text).alternatives.map(({ wanted, unwanted }) => [terms(wanted), terms(unwanted)])
  }

  it.each<[string, string[][][]]>([
    ['one two', [[['one', 'two'], []]]],
    ['"one two" three', [[['one two', 'three'], []]]],
    ['one -two -"three four"', [[['one'], ['two', 'three four']]]],
    [
      'one or two OR three',
      [
        [['one'], []],
        [['two'], []],
        [['three'], []],
      ],
    ],
    ['one or -two', [[['one'], []]]],
    ['or or "or" or', [[['or'], []]]],
    ['e-mail a.b.c', [[['e mail', 'a b c'], []]]],
    ['"never closed', [[['never', 'closed'], []]]],
    ['--- -- one --two', [[['one'], ['two']]]],
    ['!! & | <-> :* (', []],
    ["o'brien:* & !x", [[['o brien', 'x'], []]]],
    ...[
      '“one two”',
      '„one two“',
      '„one two”',
      '”one two”',
      '‟one two”',
      '«one two»',
      '« one two »',
      '»one two«',
      '»one two»',
      '‹one two›',
      '›one two‹',
      '‚one two‘',
      '‚one two’',
      '＂one two＂',
      '〝one two〟',
      '「one two」',
      '『one two』',
      '“one two"',
      '"one two”',
    ].flatMap((phrase): [string, string[][][]][] => [
      [`${phrase} three`, [[['one two', 'three'], []]]],
      [`three -${phrase}`, [[['three'], ['one two']]]],
      [`three －${phrase}`, [[['three'], ['one two']]]],
    ]),
    ['i’m here', [[['i m', 'here'], []]]],
    ['’tis ‘tis rock ’n’ roll', [[['tis', 'tis', 'rock', 'n', 'roll'], []]]],
    ['‚it’s one‘ two', [[['it s one', 'two'], []]]],
    ['the boys’ “one two', [[['the', 'boys', 'one', 'two'], []]]],
    ['"one “two” three"', [[['one two three'], []]]],
    [
      'one ＯＲ two',
      [
        [['one'], []],
        [['two'], []],
      ],
    ],
    ['super\ufeffman', [[['superman'], []]]],
  ])('%j asks for %j', (text, expected) => expect(read(text)).toEqual(expected))

  it.each(['-a', '-"a b" -c', '-!!', '-a or -b'])('%j says only what is not to be found', (text) =>
    expect(parseQuery(text).onlyExcludes).toBe(true),
  )

  it('asks for its first sixteen words and phrases', () => {
    const words = Array.from({ length: 40 }, (_, index) => `w${index}`)
    const first = words.slice(0, 16)
    expect(read(words.join(' '))).toEqual([[first, []]])
    expect(read(words.join(' or '))).toEqual(first.map((word) => [[word], []]))
    expect(read(`one ${words.map((word) => `-"${word} x"`).join(' ')}`)).toEqual([
      [['one'], first.slice(0, 15).map((word) => `${word} x`)],
    ])
  })

  it('is parsed in linear time, and is never empty, whatever it is', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { wanted, unwanted } of parseQuery(text).alternatives) {
          expect(wanted.length).toBeGreaterThan(0)
          for (const term of [...wanted, ...unwanted]) expect(term.length).toBeGreaterThan(0)
        }
      }),
    )
    for (const text of [
      '"'.repeat(200_000),
      '-'.repeat(200_000),
      '-"'.repeat(100_000),
      'or '.repeat(100_000),
    ])
      parseQuery(text)
  })
})

describe('the text of a body', () => {
  const grammar = {
    admin: true,
    code: true,
    depth: 4,
    emphasis: true,
    icons: ['smile'],
    links: ['https'],
    mod: true,
    quote: true,
    spoiler: true,
    strikethrough: true,
    strong: true,
  }
  const html = (source: string) => emit(parse(source, grammar))

  it.each([
    ['A **b**c _d_ & <e>', 'A bc d & <e>'],
    ['[text](https://example.org/) `code`', 'text code'],
    ['||sp _oi_ ler|| after', '… after'],
    ['one\ntwo', 'one\ntwo'],
    ['[quote=Ada]said[/quote]yes', '\nAda\nsaid\nyes'],
    [':smile: ||:smile:||', ':smile: …'],
  ])('%j reads %j', (source, text) =>
    expect(plainText(coverSpoilers(html(source))).replace(/\n+/g, '\n')).toBe(text),
  )

  it('includes the content of an open spoiler', () => expect(plainText(html('||x||'))).toBe('x'))
})

describe('a snippet', () => {
  const show = (text: string, ...askedFor: string[]) => snippetOf(text, wordsOf(text), new Set(askedFor))

  it('marks the words, and escapes what is not its own', () => {
    expect(show(`<b>"red" & 'blue'</b>`, 'red', 'blue')).toBe(
      '&lt;b&gt;&quot;<mark>red</mark>&quot; &amp; &#39;<mark>blue</mark>&#39;&lt;/b&gt;',
    )
    expect(show('東京都', '東京', '京都')).toBe('<mark>東京都</mark>')
  })

  it('is where most of them are', () => {
    const filling = 'nothing to see here '.repeat(40)
    const shown = show(`red ${filling}a red fox and a blue bird${filling}`, 'red', 'blue')
    expect(shown).toContain('a <mark>red</mark> fox and a <mark>blue</mark> bird')
    expect(shown).toMatch(/^….*…$/)
  })

  it('is safe, short and well-formed, and its text is a part of the whole, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 20 }), fc.nat(), (parts, at) => {
        const text = parts.join(' ').toWellFormed()
        const words = wordsOf(text)
        const asked = words.length > 0 ? [words[at % words.length]!.spelled] : []
        const html = snippetOf(text, words, new Set(asked))
        expect(html.replaceAll('<mark>', '').replaceAll('</mark>', '')).not.toMatch(/[<>"']/)
        const plain = html
          .replace(/<\/?mark>/g, '')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&quot;', '"')
          .replaceAll('&#39;', "'")
          .replaceAll('&amp;', '&')
        expect(plain.length).toBeLessThanOrEqual(SNIPPET_LENGTH)
        expect(plain.isWellFormed()).toBe(true)
        expect(html.split('<mark>').length).toBe(html.split('</mark>').length)
        if (asked.length > 0) expect(html).toContain('<mark>')
        expect(text.length > SNIPPET_LENGTH || plain === text.trim()).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})

it('the spans below a number cover each smaller number once, newest first, and are few', () => {
  fc.assert(
    fc.property(fc.nat({ max: 100_000_000 }), (end) => {
      let rest = end
      const spans = spansBelow(end)
      for (const name of spans) {
        const [, level, span] = /^b(\d):(\d+)$/.exec(name)!.map(Number) as [number, number, number]
        const size = SPANS[level as 0]
        expect((span + 1) * size).toBeGreaterThanOrEqual(rest)
        expect(span * size).toBeLessThan(rest)
        rest = span * size
      }
      expect(rest).toBe(0)
      expect(spans.length).toBeLessThan(120)
    }),
  )
})

it('a locale names a language, or none in particular', () => {
  expect(['en-US', 'fr-FR', 'de', 'nb-NO', 'ja-JP', 'eo', null].map(languageOf)).toEqual([
    'english',
    'french',
    'german',
    'norwegian',
    'simple',
    'simple',
    'simple',
  ])
})

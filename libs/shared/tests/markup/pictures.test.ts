import {
  picturesNamed,
  plainText,
  quotationOf,
  render,
  withoutPicturesInHtml,
  withoutPicturesInSource,
} from '@agora/shared/markup/index'
import { describe, expect, test } from 'vitest'
import { FULL } from './grammar.ts'

const ID = '01890000-0000-7000-8000-00000000000a'
const OTHER = '01890000-0000-7000-8000-00000000000b'
const grammar = { ...FULL, pictures: new Map([[ID, { width: 40, height: 30 }]]) }
const shown = (source: string) => render(source, grammar).html
const img = (alt: string) =>
  `<img src="/api/v1/media/${ID}/full" alt="${alt}" width="40" height="30" loading="lazy">`

describe('a picture', () => {
  test('has its size and its text, whatever is in it', () => {
    expect(shown(`See ![a cat](media:${ID}).`)).toBe(`See ${img('a cat')}.`)
    expect(shown(`![](media:${ID.toUpperCase()})`)).toBe(img(''))
    expect(shown(`![**x** :smile: "><script> &amp; \\_](media:${ID})`)).toBe(
      img('**x** :smile: &quot;&gt;&lt;script&gt; &amp;amp; _'),
    )
    expect(shown(`![${'x'.repeat(500)}](media:${ID})`)).toBe(img('x'.repeat(500)))
  })

  test('stands in a link, a quote and a spoiler', () => {
    expect(shown(`[![a](media:${ID})](https://x.example/)`)).toContain(`ugc noopener">${img('a')}</a>`)
    expect(shown(`[quote]![a](media:${ID})[/quote]`)).toContain(`>${img('a')}</blockquote>`)
    expect(shown(`||![a](media:${ID})||`)).toBe(`<span class="mkt-spoiler">${img('a')}</span>`)
  })

  test.each([
    `![a](media:${OTHER})`,
    `!\\[a](media:${ID})`,
    `! [a](media:${ID})`,
    `![a] (media:${ID})`,
    `![a](media: ${ID})`,
    `![a](media:${ID}x)`,
    `![a](Media:${ID}`,
    `![a[b](media:${ID})`,
    `![a\nb](media:${ID})`,
    `![${'x'.repeat(501)}](media:${ID})`,
    `\`![a](media:${ID})\``,
    `[a](media:${ID})`,
    `![a](/api/v1/media/${ID}/full)`,
  ])('is none in %j', (source) => {
    expect(shown(source)).not.toContain('<img')
    expect(plainText(shown(source)).replaceAll(/\s/g, '')).toBe(source.replaceAll(/[\s`\\]/g, ''))
  })

  test('is text where the grammar has none', () => {
    const source = `![a](media:${ID})`
    expect(render(source, FULL).html).toBe(source)
  })

  test('is read as its text', () => {
    expect(plainText(shown(`one ![two "3"](media:${ID}) four`))).toBe('one two "3" four')
  })
})

test('the pictures that a source names are found, each once, up to a bound', () => {
  expect(
    picturesNamed(`![a](media:${ID}) ![b](media:${ID.toUpperCase()}) ![c](media:${OTHER})`, 100),
  ).toEqual([ID, OTHER])
  expect(picturesNamed(`![a](media:${ID}) ![c](media:${OTHER})`, 1)).toEqual([ID])
  expect(picturesNamed('nothing', 100)).toEqual([])
})

test('where a picture is removed, its text stands, in the HTML and in its source alike', () => {
  const gone = new Set([ID])
  const source = `**See** ![a_b_c :smile: "q" <i>](media:${ID}), \`![code](media:${ID})\` ![c](media:${OTHER})`
  const html = withoutPicturesInHtml(shown(source), gone)
  const left = withoutPicturesInSource(source, gone)
  expect(left).toBe(`**See** a\\_b\\_c \\:smile\\: "q" <i>, \`![code](media:${ID})\` ![c](media:${OTHER})`)
  expect(html).toBe(shown(left))
  expect(withoutPicturesInHtml(shown(source), new Set([OTHER]))).toBe(shown(source))
})

test('the text that stands for a removed picture begins no list, heading or quote', () => {
  const source = ['# x', '- x', '1. x', '> x']
    .map((alt) => `![${alt}](media:${ID})\n- ![${alt}](media:${ID})`)
    .join('\n')
  const left = withoutPicturesInSource(source, new Set([ID]))
  expect(left).toBe('\\# x\n- # x\n\\- x\n- - x\n1\\. x\n- 1. x\n\\> x\n- > x')
  expect(render(left, FULL).html).toBe(withoutPicturesInHtml(shown(source), new Set([ID])))
})

test('a quotation of a picture is one of text for its quoter', () => {
  const quotation = quotationOf(`![a](media:${ID})`, 'Ada')
  expect(render(quotation, FULL).html).not.toContain('<img')
})

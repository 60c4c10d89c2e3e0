import fc from 'fast-check'
import { addresses, text as plain } from './foreign.ts'

/** XML as phpBB and Flarum store what was typed, at random, and as their templates show it. */

/** What each element is shown as, unless its attributes say more. */
const SHOWN: Readonly<Record<string, string>> = {
  B: 'b',
  C: 'code',
  CENTER: 'div',
  COLOR: 'span',
  DEL: 'del',
  EM: 'em',
  I: 'i',
  LI: 'li',
  SIZE: 'span',
  STRONG: 'strong',
  S: 's',
  U: 'u',
}

/** The document as HTML: rewritten tag by tag, by nothing that the converter uses. */
export function s9eElsewhere(xml: string): string {
  const lists: string[] = []
  return xml
    .replaceAll(/<([sei])>[^<]*<\/\1>/g, '')
    .replaceAll(/<IMG src="([^"]*)">.*?<\/IMG>/gs, '<img src="$1">')
    .replaceAll(/<CENSOR with="([^"]*)">[^<]*<\/CENSOR>/g, '$1')
    .replaceAll(
      /<(\/?)([A-Z_]+)((?: [a-z_]+="[^"]*")*)>/g,
      (_, slash: string, name: string, said: string) => {
        const of = (attribute: string) => new RegExp(` ${attribute}="([^"]*)"`).exec(said)?.[1] ?? ''
        const isEnd = slash === '/'
        const block = (begin: string, end: string) => (isEnd ? end : begin)
        switch (name) {
          case 'URL':
            return block(`<a href="${of('url')}">`, '</a>')
          case 'EMAIL':
            return block(`<a href="mailto:${of('email')}">`, '</a>')
          case 'CODE':
            return block('<pre>', '</pre>')
          case 'QUOTE':
            return block(
              `<blockquote>${of('author') === '' ? '' : `<p><b>${of('author')}</b></p>`}`,
              '</blockquote>',
            )
          case 'SPOILER':
            return block(
              `<div>${of('title') === '' ? '' : `${of('title')}<br>`}<div class="spoiler">`,
              '</div></div>',
            )
          case 'LIST':
            if (!isEnd) lists.push(of('type') === 'decimal' ? 'ol' : 'ul')
            return `<${slash}${isEnd ? lists.pop() : lists.at(-1)}>`
          default:
            return name in SHOWN ? `<${slash}${SHOWN[name]}>` : ''
        }
      },
    )
    .replaceAll(/<\/?[rt]>/g, '')
}

const escaped = (typed: string) =>
  typed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const words = plain.map(escaped)

/** An element, with what was typed for it. */
const element = (name: string, inside: string, said = '') =>
  `<${name}${said}><s>[${name.toLowerCase()}${said === '' ? '' : '=x'}]</s>${inside}<e>[/${name.toLowerCase()}]</e></${name}>`

const SPANS: readonly (readonly [name: string, said?: string])[] = [
  ['B'],
  ['I'],
  ['U'],
  ['S'],
  ['EM'],
  ['STRONG'],
  ['DEL'],
  ['COLOR', ' color="red"'],
  ['SIZE', ' size="150"'],
]
const PICTURE =
  '<IMG src="https://x.example/i.png"><s>[img]</s><URL url="https://x.example/i.png"><LINK_TEXT text="x.example/i.png">https://x.example/i.png</LINK_TEXT></URL><e>[/img]</e></IMG>'
const LINE = '<br/>\n'
const ALONE = [
  ' ',
  LINE,
  PICTURE,
  '<E>:)</E>',
  '<EMOJI seq="1f600" tseq="1f600">😀</EMOJI>',
  '<CENSOR with="****">word</CENSOR>',
  '<URL url="https://x.example/bare">https://x.example/bare</URL>',
  '<EMAIL email="a@x.example">a@x.example</EMAIL>',
]

const { inline } = fc.letrec<{ inline: string; linked: string }>((tie) => ({
  linked: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 3, arbitrary: words.map((all) => all.replaceAll(/quote|mod|admin/g, 'tag')) },
    fc
      .tuple(fc.constantFrom(...SPANS), fc.array(tie('linked'), { maxLength: 3 }))
      .map(([[name, said], all]) => element(name, all.join(''), said)),
  ),
  inline: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 3, arbitrary: words },
    fc.constantFrom(...ALONE),
    // Where blanks are all that a code has, nothing tells which of them are shown.
    words.filter((all) => /\S/.test(all)).map((all) => element('C', all)),
    fc
      .tuple(addresses, fc.array(tie('linked'), { minLength: 1, maxLength: 3 }))
      .map(([url, all]) => element('URL', all.join(''), ` url="${escaped(url)}"`)),
    fc
      .tuple(fc.constantFrom(...SPANS), fc.array(tie('inline'), { maxLength: 4 }))
      .map(([[name, said], all]) => element(name, all.join(''), said)),
  ),
}))

const QUOTES = ['', ' author="Ada L."', ' author="Ada" post_id="7" time="1578052800" user_id="2"']
const { block } = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.array(inline, { minLength: 1, maxLength: 4 }).map((all) => all.join('')),
    fc
      .tuple(fc.constantFrom('', ' lang="js"'), fc.array(words, { minLength: 1, maxLength: 3 }))
      .map(([said, all]) => element('CODE', `<i>\n</i>${all.join('\n')}<i>\n</i>`, said)),
    fc
      .tuple(
        fc.constantFrom('', ' type="decimal"', ' type="square"'),
        fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
      )
      .map(([said, all]) => element('LIST', all.map((one) => `\n<LI><s>[*]</s>${one}</LI>`).join(''), said)),
    fc
      .tuple(
        fc.constantFrom(
          ...QUOTES.map((said) => ['QUOTE', said] as const),
          ['CENTER', ''] as const,
          ['SPOILER', ''] as const,
          ['SPOILER', ' title="The end"'] as const,
        ),
        fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
      )
      .map(([[name, said], all]) => element(name, all.join('\n'), said)),
  ),
}))

/** How deep quotes are in one another. */
function quotesIn(xml: string): number {
  let [open, deepest] = [0, 0]
  for (const [, slash] of xml.matchAll(/<(\/?)QUOTE\b/g)) {
    open += slash === '/' ? -1 : 1
    deepest = Math.max(deepest, open)
  }
  return deepest
}

export const foreignS9e = fc
  .array(block, { minLength: 1, maxLength: 3 })
  .map((blocks) => blocks.join(LINE))
  // Deeper ones are lines here, which those of an item join.
  .filter((all) => quotesIn(all) <= 4)
  .map((all) => (/<[A-Z]/.test(all) ? `<r>${all}</r>` : `<t>${all}</t>`))

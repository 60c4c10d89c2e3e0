import { raw } from 'hono/html'
import type { Words } from '../words/words.ts'

/** What to write, and how it looks. */
const examples: [keyof Words['markup']['examples'], string, string][] = [
  ['strong', '**strong**', '<strong>strong</strong>'],
  ['emphasis', '_emphasis_', '<em>emphasis</em>'],
  ['struck', '~~gone~~', '<del>gone</del>'],
  ['link', '[our page](https://example.org)', '<a href="https://example.org" rel="nofollow">our page</a>'],
  ['address', 'https://example.org', '<a href="https://example.org" rel="nofollow">https://example.org</a>'],
  ['list', '- one\n- two\n  - in it', '<ul><li>one</li><li>two<ul><li>in it</li></ul></li></ul>'],
  ['numbers', '1. one\n2. two', '<ol><li>one</li><li>two</li></ol>'],
  [
    'heading',
    '# Title\n## Part\n### Chapter',
    '<div class="like-h3">Title</div><div class="like-h4">Part</div><div class="like-h5">Chapter</div>',
  ],
  ['said', '> Hello', '<blockquote class="mkt-quote">Hello</blockquote>'],
  ['code', '`x = 1`', '<code>x = 1</code>'],
  ['block', '```\nx = 1\n```', '<pre><code>x = 1</code></pre>'],
  ['quote', '[quote=Ada]Hello[/quote]', '<blockquote class="mkt-quote"><cite>Ada</cite>Hello</blockquote>'],
  ['spoiler', '||the end||', '<details class="mkt-spoiler"><summary>Spoiler</summary>the end</details>'],
  ['icon', ':smile:', '😄'],
  ['literal', '\\_as it is\\_\n\\- no list', '_as it is_<br>- no list'],
]

export const MarkupHelp = ({ words }: { words: Words }) => (
  <section class="scroll" tabindex={0} aria-label={words.markup.title}>
    <table class="markup">
      <thead>
        <tr>
          <th scope="col">{words.markup.what}</th>
          <th scope="col">{words.markup.write}</th>
          <th scope="col">{words.markup.see}</th>
        </tr>
      </thead>
      <tbody>
        {examples.map(([name, source, html]) => (
          <tr>
            <th scope="row">{words.markup.examples[name]}</th>
            <td>
              <pre>{source}</pre>
            </td>
            <td class="content">{raw(html)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

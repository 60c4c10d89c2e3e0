import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { describe, expect, it } from 'vitest'
import { converted, differences } from './helpers/foreign.ts'

/** GitHub's Markdown, as it is shown here and by another reader of it. */

/** On a forum, a line break is one. */
const elsewhere = (body: string) =>
  micromark(body, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousProtocol: true,
  }).replaceAll(/<p>.*?<\/p>/gs, (paragraph) => paragraph.replaceAll('\n', '<br>'))

describe("GitHub's Markdown", () => {
  it.each([
    // Tables
    '| one | two |\n| --- | --- |\n| cat | dog |',
    '| left | middle | right |\n| :-- | :-: | --: |\n| a | b | c |\n| d | **e** | `f` |',
    'one | two\n--- | ---\ncat | dog',
    '| a\\|b |\n| ---- |\n| c `\\|` d |\n| e **\\|** f |',
    '| one | two |\n| --- | --- |\n| cat | dog |\n> quoted',
    '| one | two |\n| --- | --- |\n| cat | dog |\nbird\n\nafter',
    '| one | two |\n| --- |\n| cat |',
    '| one | two |\n| --- | --- |\n| cat |\n| dog | bird | fish |',
    '| one | two |\n| --- | --- |',
    '| [a](https://x.example/) | ![b](https://x.example/b.png) |\n|-|-|\n| <https://x.example/c> | ~~d~~ |',
    '- item\n\n  | one | two |\n  | --- | --- |\n  | cat | dog |',
    '> | one | two |\n> | --- | --- |\n> | cat | dog |',
    // Strike-through
    '~~Gone~~ and ~there~ again',
    'this ~~is\n\nnot struck~~',
    'nor is ~~~this~~~ one',
    'one ~a~~b~ two ~~c~d~~ three',
    '**bold ~struck~** and ~**bold**~ and *~~both~~*',
    '`~code~` \\~text~ ~ alone ~ and ~[link](https://x.example/)~',
    'about ~5, ~6 or 7~ of them~',
    // Tasks
    '- [ ] open\n- [x] done',
    '- [x] outer\n  - [ ] inner\n  - [x] **bold**\n- [ ] last',
    '1. [ ] first\n2. [x] second',
    '- [ ]\n- [y] no task\n- \\[x] nor this',
    // Links that are not marked
    'www.x.example',
    'see www.x.example/help for more.',
    'see www.x.example:8080/a and https://www.x.example, but not awww.x or www.',
    'Ask www.x.example. Or www.x.example/a.b.',
    'www.x.example/search?q=Mark+up&hl=en',
    'http://x.example and https://x.example/path_(with)_brackets?q=a(b)c',
    '(see https://x.example/a)',
    '**https://x.example/bold** *http://x.example/slanted* ~~https://x.example/gone~~',
    // HTML
    '<b>bold</b> & <i>slanted</i>',
    'text <script>alert(1)</script> <title>no</title> <textarea> <style>p {}</style> <xmp> <iframe src="x"> <noembed> <noframes> <plaintext>',
    '<!-- a comment --> text <br/> more',
  ])('reads the same: %j', (body) => {
    expect(differences(body, 'markdown', elsewhere(body)), converted(body, 'markdown').source).toEqual([])
  })

  it('leaves ranges alone', () => {
    expect(converted('1~3 of 2~5', 'markdown').html).toBe('1~3 of 2~5')
  })
})

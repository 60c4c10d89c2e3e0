import { describe, expect, it } from 'vitest'
import { converted, dialect, differences } from './helpers/foreign.ts'
import { asGithubForum } from './helpers/github.ts'

/** GitHub's Markdown, as it is shown here and by another reader of it. */

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
    'text <script>alert(1)</script> <title>no</title> <textarea> <style>p {}</style> <xmp> <noembed> <noframes> <plaintext>',
    '<!-- a comment --> text <br/> more',
    'Press <kbd>Ctrl</kbd>+<kbd>C</kbd>, <mark>now</mark>, <u>or</u> <s>never</s><br>**again**',
    '<details>\n<summary>More</summary>\n\nhidden **bold** and\n\n- a list\n\n</details>\n\nafter',
    '<details><summary>More</summary>hidden</details>\nafter',
    '<div align="center">\n  <img src="https://x.example/i.png" alt="cat" width="50">\n\n  **below**\n</div>',
    '<a href="https://x.example/a">one **two** <b>three</b></a> [four <i>five</i>](https://x.example/b)',
    'a <a href="https://x.example/">there</a> b\n\n<a name="here"></a>there',
    '<table>\n<tr><td>one</td><td>two</td></tr>\n</table>\n\nafter',
    '<p>one</p>\n<h3>two</h3>\n<ul><li>three</li></ul>\n\n> <b>four</b>',
    '<blockquote>\n\none\n\n</blockquote>\n\ntwo',
    '<!-- a comment\n\n**of lines** -->\n\ntext <!-- **another** --> more',
    '`<b>` and\n\n    <b>code</b>\n\n```html\n<b>\n```',
    'one <b>two\n\nthree</b> four',
    '<b>one **two</b> three**',
    '<pre>\n**as**  typed\n\n[quote]\n</pre>',
    '<span class="spoiler">the end</span> <div>a</div>',
    '1 < 2, a<b, <3, <-, x <y z, < b>, <@ada>, </>, <<b>>',
    '<b title="**x**" onclick="[quote]">[quote] ||x|| @{y}</b> **x**',
    '<username> List<String> <Warning>me</Warning>',
  ])('reads the same: %j', (body) => {
    expect(differences(body, 'markdown', asGithubForum(body)), converted(body, 'markdown').source).toEqual([])
  })

  it('links to what a frame or a player shows', () => {
    const link = 'href="https://x.example/v"'
    for (const element of [
      '<iframe src="https://x.example/v"></iframe>',
      '<video src="https://x.example/v"></video>',
    ])
      expect(converted(`see ${element}`, 'markdown').html).toContain(link)
  })

  it('has no link in a link', () => {
    const body = 'a <a href="https://x.example/">https://x.example/</a> b'
    expect(differences(body, 'markdown')).toEqual([])
  })

  it.each([
    '<b>||</b>x<i>||</i>',
    '<b>[</b>quote] x [/quote<i>]</i>',
    '<b>&#91;quote]</b>\n\nx\n\n<i>&#91;/quote]</i>',
    '<div>`x` **y** [z](https://x.example/) @{01890000-0000-7000-8000-000000000001}</div>',
    '<div>\n# a\n> b\n- c\n```\nd\n```\n</div>',
    '&#42;&#42;a&#42;&#42; &#x5b;admin&#x5d;<b></b>&#x5b;/admin&#x5d;',
  ])('shows marks of ours in HTML as they are typed: %j', (body) => {
    expect(differences(body, 'markdown'), converted(body, 'markdown').source).toEqual([])
  })

  it('is text where its operator had it so', () => {
    const showsTags = { ...dialect, isStrict: true, showsTags: true }
    expect(converted('<b>**x**</b><br>', 'markdown', showsTags).html).toBe(
      '&lt;b&gt;<strong>x</strong>&lt;/b&gt;&lt;br&gt;',
    )
    expect(converted('<b>x</b>', 'markdown', { ...dialect, isStrict: true }).html).toBe('<strong>x</strong>')
  })

  it('leaves ranges alone', () => {
    expect(converted('1~3 of 2~5', 'markdown').html).toBe('1~3 of 2~5')
  })
})

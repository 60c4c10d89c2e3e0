import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { converted, differences, isClosed, withTagsShown } from './helpers/foreign.ts'
import { foreign } from './helpers/foreign-documents.ts'
import { asGithub } from './helpers/github.ts'

/** Other renderers' documents, as they are shown here and there: the text, the links, and what is said of each character. */

const { tests: examples } = createRequire(import.meta.url)('commonmark-spec') as {
  tests: readonly { markdown: string; html: string; number: number }[]
}
const withTabs = (text: string) => text.replaceAll('→', '\t')
const closed = examples.filter(({ html }) => isClosed(html))
/** Addresses that CommonMark leaves alone, and GitHub makes links. */
const BARE = new Set([602, 608, 611])

const wrongOf = (
  some: typeof examples,
  differ: (example: { markdown: string; html: string }) => readonly string[],
) =>
  some.flatMap(({ number, markdown, html }) => {
    const found = differ({ markdown: withTabs(markdown), html: withTabs(html) })
    return found.length > 0 ? [{ number, found }] : []
  })

describe('the examples of CommonMark', () => {
  it('are all there', () => {
    expect(examples).toHaveLength(652)
  })

  it('read the same as Markdown, as markdown-it reads it', () => {
    expect(wrongOf(closed, ({ markdown }) => differences(markdown, 'markdown'))).toEqual([])
  })

  it('read as CommonMark says', () => {
    const wrong = wrongOf(closed, ({ markdown, html }) =>
      differences(markdown, 'markdown', withTagsShown(html), false),
    )
    expect(wrong.map(({ number }) => number)).toEqual([...BARE])
    for (const { number, found } of wrong) expect(found[0], String(number)).toMatch(/^link at/)
  })

  it('read the same as GitHub reads them', () => {
    expect(
      wrongOf(closed, ({ markdown }) =>
        differences(markdown, 'markdown', withTagsShown(asGithub(markdown)), false),
      ),
    ).toEqual([])
  })

  it('read the same as HTML', () => {
    expect(closed.length).toBeGreaterThan(630)
    expect(wrongOf(closed, ({ html }) => differences(html, 'html'))).toEqual([])
  })
})

describe('a hundred documents', () => {
  it.each(foreign)('of %s read the same as elsewhere', (_name, format, documents, elsewhere) => {
    fc.assert(
      fc.property(documents, (body) => {
        const found = differences(body, format, elsewhere?.(body))
        expect(found, converted(body, format).source).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})

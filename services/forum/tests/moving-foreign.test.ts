import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { converted, differences } from './helpers/foreign.ts'
import { foreign } from './helpers/foreign-documents.ts'

/** Other renderers' documents, as they are shown here and there: the text, the links, and what is said of each character. */

const { tests: examples } = createRequire(import.meta.url)('commonmark-spec') as {
  tests: readonly { markdown: string; html: string; number: number }[]
}
const withTabs = (text: string) => text.replaceAll('→', '\t')
/** Where a link ends that is never closed, two readers of HTML may differ. */
const isClosed = (html: string) => html.split('<a ').length === html.split('</a>').length

describe('the examples of CommonMark', () => {
  it('are all there', () => {
    expect(examples).toHaveLength(652)
  })

  it('read the same as Markdown', () => {
    const wrong = examples.flatMap(({ number, markdown }) => {
      const found = differences(withTabs(markdown), 'markdown')
      return found.length > 0 ? [{ number, found }] : []
    })
    expect(wrong).toEqual([])
  })

  it('read the same as HTML', () => {
    const closed = examples.filter(({ html }) => isClosed(html))
    expect(closed.length).toBeGreaterThan(630)
    const wrong = closed.flatMap(({ number, html }) => {
      const found = differences(withTabs(html), 'html')
      return found.length > 0 ? [{ number, found }] : []
    })
    expect(wrong).toEqual([])
  })
})

describe('five hundred documents', () => {
  it.each(foreign)('of %s read the same as elsewhere', (_name, format, documents, elsewhere) => {
    fc.assert(
      fc.property(documents, (body) => {
        const found = differences(body, format, elsewhere?.(body))
        expect(found, converted(body, format).source).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

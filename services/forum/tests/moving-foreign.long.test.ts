import fc from 'fast-check'
import { expect, it } from 'vitest'
import { converted, differences, foreignHtml, foreignMarkdown } from './helpers/foreign.ts'

it.each([
  ['HTML', 'html', foreignHtml],
  ['Markdown', 'markdown', foreignMarkdown],
] as const)('twenty thousand documents of %s read the same as elsewhere', (_name, format, documents) => {
  fc.assert(
    fc.property(documents, (body) => {
      expect(differences(body, format), converted(body, format).source).toEqual([])
    }),
    { numRuns: 20_000 },
  )
})

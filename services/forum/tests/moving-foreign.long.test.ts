import { convert } from '@agora/moving/bodies/convert'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { converted, dialect, differences } from './helpers/foreign.ts'
import { hostileBbcode } from './helpers/foreign-bbcode.ts'
import { foreign } from './helpers/foreign-documents.ts'

it.each(foreign)(
  'twenty thousand documents of %s read the same as elsewhere',
  (_name, format, documents, elsewhere) => {
    fc.assert(
      fc.property(documents, (body) => {
        const found = differences(body, format, elsewhere?.(body))
        expect(found, converted(body, format).source).toEqual([])
      }),
      { numRuns: 20_000 },
    )
  },
)

it.each(hostileBbcode)('ten million characters of %j take time that grows as they do', (unit) => {
  const { pieces } = convert(unit.repeat(10_000_000 / unit.length), 'bbcode', dialect)
  expect(pieces.length).toBeGreaterThan(0)
})

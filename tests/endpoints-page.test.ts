import { expect, test } from 'vitest'
import { endpointsPage } from '../scripts/lib/endpoints.mjs'

const web = 'services/web/src/areas'
const sources = new Map([
  ['services/shop/src/areas/items/operations/get-item.ts', ''],
  [
    'services/shop/src/areas/items/internal-routes.ts',
    `app.post('/internal/items', { schema: { operationId: 'countItems' } })`,
  ],
  [
    `${web}/reading/routes.ts`,
    `import { a, showItem } from './item.tsx'\npages.get('/items/:item', showItem, ['page'])`,
  ],
  [
    `${web}/administration/routes.ts`,
    `import { showItems } from './items.tsx'\npages.get(\`/administration\${url}\`, forThem(read))\nget('/items', showItems)`,
  ],
])
const tests = [
  'services/shop/tests/items.slow.test.ts',
  'services/shop/tests/items-sold.test.ts',
  'services/shop/tests/itemsets.test.ts',
  'services/web/tests/items.test.ts',
  'services/web/tests/reading/guests.long.test.ts',
  'services/web/tests/administration.test.ts',
]
const documentOf = (...ids: string[]) => ({
  paths: Object.fromEntries(
    ids.map((operationId, index) => [
      `/api/v1/items/{item}${'/more'.repeat(index)}`,
      { get: { operationId } },
    ]),
  ),
})
const linesOf = (page: string, start: string) => page.split('\n').filter((line) => line.startsWith(start))

test('each operation, internal route and page has a line that leads to its file', () => {
  expect(linesOf(endpointsPage(sources, documentOf('getItem'), tests), '| `')).toEqual([
    '| `GET /api/v1/items/:item` | [items/operations/get-item.ts](../services/shop/src/areas/items/operations/get-item.ts) |',
    '| `POST /internal/items` | [items/internal-routes.ts](../services/shop/src/areas/items/internal-routes.ts) |',
    `| \`GET /administration/items\` | [administration/items.tsx](../${web}/administration/items.tsx) |`,
    `| \`GET /items/:item\` | [reading/item.tsx](../${web}/reading/item.tsx) |`,
  ])
})

test('each area has a line that leads to the tests of its name', () => {
  const lines = linesOf(endpointsPage(sources, documentOf('getItem'), tests), '| ')
  expect(lines.filter((line) => line.includes('/tests/'))).toEqual([
    '| items | [items-sold](../services/shop/tests/items-sold.test.ts), [items.slow](../services/shop/tests/items.slow.test.ts) |',
    '| administration | [administration](../services/web/tests/administration.test.ts) |',
    '| reading | [reading/guests.long](../services/web/tests/reading/guests.long.test.ts) |',
  ])
})

test('operations without files of their names are refused, all at once', () => {
  expect(() => endpointsPage(sources, documentOf('sellItem', 'getItem', 'eatItem'), tests)).toThrow(
    'the operation sellItem has no file of its name\nthe operation eatItem has no file of its name',
  )
})

test('areas without tests of their names are refused, all at once', () => {
  expect(() => endpointsPage(sources, documentOf('getItem'), tests.slice(2, 4))).toThrow(
    [
      'no test of shop is named after its area items',
      'no test of web is named after its area reading',
      'no test of web is named after its area administration',
    ].join('\n'),
  )
})

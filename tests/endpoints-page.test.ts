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
const documentOf = (operationId: string) => ({ paths: { '/api/v1/items/{item}': { get: { operationId } } } })

test('each operation, internal route and page has a line that leads to its file', () => {
  const lines = endpointsPage(sources, documentOf('getItem'))
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  expect(lines).toEqual([
    '| `GET /api/v1/items/:item` | [items/operations/get-item.ts](../services/shop/src/areas/items/operations/get-item.ts) |',
    '| `POST /internal/items` | [items/internal-routes.ts](../services/shop/src/areas/items/internal-routes.ts) |',
    `| \`GET /administration/items\` | [administration/items.tsx](../${web}/administration/items.tsx) |`,
    `| \`GET /items/:item\` | [reading/item.tsx](../${web}/reading/item.tsx) |`,
  ])
})

test('an operation without a file of its name is refused', () => {
  expect(() => endpointsPage(sources, documentOf('sellItem'))).toThrow(/sellItem has no file of its name/)
})

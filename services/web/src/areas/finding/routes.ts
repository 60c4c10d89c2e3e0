import type { Area } from '../../http/pages.ts'
import { names } from './filters.ts'
import { showSearch } from './search.tsx'

export const findingPages: Area = (pages) => {
  pages.get('/search', showSearch, [...names, 'page'])
}

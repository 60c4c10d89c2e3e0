import type { MountPages } from '../../http/pages.ts'
import { names } from './filters.ts'
import { showSearch } from './search.tsx'

export const findingPages: MountPages = (pages) => {
  pages.get('/search', showSearch, [...names, 'page'])
}

import type { Area } from '../../http/pages.ts'
import { showSearch } from './search.tsx'

export const findingPages: Area = (pages) => {
  pages.get('/search', showSearch, ['q', 'section', 'in', 'page'])
}

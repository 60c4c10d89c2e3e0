import type { Area } from '../../http/pages.ts'
import { showText } from './text.tsx'

export const textPages: Area = (pages) => {
  pages.get('/about/:text', showText)
}

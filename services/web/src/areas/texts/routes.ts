import type { MountPages } from '../../http/pages.ts'
import { showText } from './text.tsx'

export const textPages: MountPages = (pages) => {
  pages.get('/about/:text', showText)
}

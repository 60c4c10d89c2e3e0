import type { MountPages } from '../../http/pages.ts'
import { showGames } from './games.tsx'

export const gamesPages: MountPages = (pages) => {
  pages.get('/games', showGames)
}

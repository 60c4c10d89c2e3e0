import type { Area } from '../../http/pages.ts'
import { showGames } from './games.tsx'

export const gamesPages: Area = (pages) => {
  pages.get('/games', showGames)
}

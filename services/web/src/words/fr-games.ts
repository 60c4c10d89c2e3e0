import type { games as english } from './en-games.ts'

export const games: typeof english = {
  title: 'Jeux et applications',
  about: 'Où jouer, et tout ce qui fait partie de cette communauté.',
  none: 'Il n’y a pas encore de jeux ni d’applications ici.',
  archive: 'Les archives des jeux',
  play: (name) => `Jouer à ${name}`,
  open: (name) => `Ouvrir ${name}`,
  kinds: { Platform: 'Plateforme', Game: 'Jeu', Other: 'Application' },
  statuses: { Beta: 'Bêta', Alpha: 'Alpha', Dev: 'En développement' },
  ratings: { Teen: 'Pour adolescents et adultes', Adult: 'Pour adultes' },
}

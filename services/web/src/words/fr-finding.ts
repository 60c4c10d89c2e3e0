import type * as english from './en-finding.ts'
import { plural } from './fr-plural.ts'

export const search: typeof english.search = {
  title: 'Recherche',
  words: 'Rechercher',
  hint: 'Des mots, "une expression exacte", -mots exclus, d’autres choix avec « or ».',
  where: 'Où',
  places: { '': 'Titres et messages', posts: 'Messages', titles: 'Titres' },
  order: 'Ordre',
  orders: { '': 'Les plus pertinents', newest: 'Les plus récents' },
  from: 'Du',
  to: 'Au',
  author: 'Membre',
  authorHint: 'Le début de son nom.',
  by: 'De',
  inThread: 'Dans',
  everywhere: 'Chercher partout',
  byAnybody: 'De tout le monde',
  more: 'D’autres filtres',
  which: 'Qui est-ce ?',
  nobody: 'Aucun nom de membre ne commence ainsi.',
  find: 'Rechercher',
  found: (count) => (count >= 1_000 ? '1 000 résultats ou plus' : plural(count, 'résultat', 'résultats')),
  foundIn: (count) => `Trouvé dans ${plural(count, 'discussion', 'discussions')}`,
  others: (count) =>
    plural(count, 'autre résultat dans cette discussion', 'autres résultats dans cette discussion'),
  nothing: 'Rien n’a été trouvé. Essayez moins de mots, ou d’autres.',
  unclear: 'Cherchez de 2 à 200 caractères, et au moins un mot qui ne soit pas exclu.',
}

export const finding: typeof english.finding = {
  jump: {
    title: 'Aller à …',
    number: (count) => `Numéro du message, sur ${count}`,
    date: 'Ou date',
    go: 'Y aller',
  },
}

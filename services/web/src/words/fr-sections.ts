import type { sections as english } from './en-sections.ts'

export const sections: typeof english = {
  description: 'Description',
  descriptionHint: 'À quoi elle sert, en 500 caractères au plus.',
  hasColour: 'Montrée avec une couleur',
  colour: 'Couleur',
  picture: 'Image',
  pictureHint:
    'PNG, JPEG, GIF, WebP ou AVIF, de 8 Mo au plus. Le carré en son milieu est affiché à côté du nom ; l’image entière là où quelqu’un partage l’adresse.',
  showPicture: 'Afficher cette image',
  removePicture: 'N’afficher aucune image',
  archived: 'Fermée',
  isArchived: 'Cette section est fermée. On peut la lire, mais plus y écrire.',
  closing: 'Fermer cette section',
  closingMeans:
    'Si elle est vide, elle est supprimée. Sinon elle est fermée, avec tout ce qu’elle contient : elle quitte la page d’accueil, on peut la lire, et personne n’y écrit plus.',
  isSure: 'Oui, la fermer.',
  close: 'Fermer',
  openAgain: 'La rouvrir',
  up: (name) => `Monter « ${name} »`,
  down: (name) => `Descendre « ${name} »`,
  arrange: 'Les flèches rangent les sections ; on peut aussi les faire glisser.',
}

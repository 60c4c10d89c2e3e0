import type { composer as english } from './en-composer.ts'

export const composer: typeof english = {
  tools: 'Mise en forme',
  marks: {
    strong: 'Gras',
    emphasis: 'Italique',
    list: 'Liste',
    quote: 'Citation',
    code: 'Code',
    link: 'Lien',
    spoiler: 'Texte dissimulé',
    icon: 'Icône',
    picture: 'Image',
  },
  shortcut: (mark, key) => `${mark} (Ctrl+${key})`,
  completions: 'Pour compléter ce que vous écrivez',
  byHand: {
    title: 'Ajouter une image',
    alt: 'Ce qu’elle montre',
    altHint: 'En mots, pour qui ne la voit pas.',
    picture: 'Fichier',
    add: 'La mettre à la fin du texte',
  },
  pictures: {
    sent: 'Images que vous avez envoyées',
    sending: 'Envoi de {name} : {percent} %',
    placed: 'L’image est dans le texte : écrivez entre les crochets ce qu’elle montre.',
    remove: 'Supprimer',
    removed: 'L’image est supprimée.',
    gone: 'L’image « {name} » n’est plus conservée.',
    again: 'Choisir de nouveau',
    waits: 'Une image est encore en route. Envoyez le message quand elle sera là.',
    refused: {
      401: 'Vous n’êtes plus connecté. Reconnectez-vous dans une autre fenêtre, puis renvoyez l’image.',
      413: '{name} dépasse 8 Mo. Réduisez-la, puis renvoyez-la.',
      415: '{name} n’est pas une image affichable. PNG, JPEG, GIF, WebP et AVIF le sont.',
      422: '{name} ne peut pas être affichée : elle est abîmée, ou a trop de pixels ou d’images.',
      429: 'Vous avez envoyé autant d’images que possible pour l’instant. Réessayez demain, ou supprimez-en.',
      other: '{name} n’a pas pu être envoyée. Réessayez dans un moment.',
    },
  },
}

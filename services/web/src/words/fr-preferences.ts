import type { preferences as english } from './en-preferences.ts'

export const preferences: typeof english = {
  language: 'Langue',
  zone: 'Fuseau horaire',
  zoneHint:
    'Toutes les heures sont affichées dans ce fuseau ; si vous êtes connecté, sur chacun de vos appareils et dans les courriels.',
  deviceZone: 'Celui de chaque appareil',
  continents: {
    Africa: 'Afrique',
    America: 'Amérique',
    Antarctica: 'Antarctique',
    Arctic: 'Arctique',
    Asia: 'Asie',
    Atlantic: 'Océan Atlantique',
    Australia: 'Australie',
    Europe: 'Europe',
    Indian: 'Océan Indien',
    Pacific: 'Océan Pacifique',
  },
  scheme: 'Couleurs',
  schemes: { system: 'Celles de l’appareil', light: 'Claires', dark: 'Sombres' },
  saved: 'Enregistré pour ce navigateur.',
}

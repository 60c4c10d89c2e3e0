import type { profiles as english } from './en-profiles.ts'

export const profiles: typeof english = {
  title: 'À propos de vous',
  about: 'Un texte sur vous',
  pronouns: 'Pronoms',
  pronounsHint: 'Comme les autres devraient parler de vous.',
  tagline: 'Une ligne à vous',
  empty: 'Vider le profil',
  emptyOf: (name) => `Vider le profil de ${name}`,
  emptying:
    'Retire le texte, les pronoms et la ligne. Le membre reçoit un avertissement, et peut en écrire d’autres.',
}

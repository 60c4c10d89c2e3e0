import { html } from 'hono/html'
import type { factors as english } from './en-factors.ts'

export const factors: typeof english = {
  title: 'Connexion en deux étapes',
  about:
    'Avec un second facteur, votre mot de passe seul ne suffit plus pour vous connecter : vous entrez aussi un code que votre téléphone affiche, ou vous utilisez une clé d’accès au lieu du mot de passe.',
  staff:
    'Sur ce site, les rôles de modération et d’administration ne comptent que pour ceux qui ont un second facteur.',
  lacking: (href: string) =>
    html`<p>Votre rôle ne compte pas encore : ce site demande un second facteur pour cela. <a href="${href}">Ajoutez-en un</a>.</p>`,
  none: 'Vous n’avez pas de second facteur.',
  kinds: { Totp: 'Codes temporaires', Passkey: 'Clé d’accès', RecoveryCodes: 'Codes de secours' },
  added: 'ajouté',
  lastUsed: 'dernière utilisation',
  remaining: (count: number) => (count < 2 ? `${count} code restant` : `${count} codes restants`),
  remove: 'Retirer',
  addTotp: 'Ajouter un programme qui affiche des codes',
  totpHint: 'Par exemple une application d’authentification sur votre téléphone.',
  addPasskey: 'Ajouter une clé d’accès',
  passkeyHint:
    'Votre appareil, ou une clé de sécurité, vous reconnaît par une empreinte, un visage ou un code. JavaScript est nécessaire.',
  name: 'Nom',
  nameHint: 'Pour la reconnaître, par exemple « Téléphone ».',
  goOn: 'Continuer',
  scan: 'Scannez cette image avec le programme, ou saisissez-y le secret à la main. Entrez ensuite le code qu’il affiche.',
  picture: 'Le secret sous forme de code QR',
  secret: 'Secret',
  code: 'Code',
  enable: 'Activer',
  make: 'Créer la clé d’accès',
  renew: 'Nouveaux codes de secours',
  renewHint: 'Si vous les avez perdus ou utilisés. Les anciens ne fonctionnent plus.',
  codes: 'Vos codes de secours',
  codesText:
    'Imprimez ces codes ou notez-les, et gardez-les là où personne d’autre ne les trouve. Chacun vous connecte une fois si vous perdez votre téléphone ou votre clé d’accès. Ils ne sont affichés que maintenant.',
  kept: 'Je les ai gardés',
  saved: 'Enregistré.',
  removed: 'Le second facteur est retiré.',
  passkeyFailed: 'La clé d’accès n’a pas été confirmée. Réessayez, ou choisissez un autre moyen.',
  usePasskey: 'Utiliser une clé d’accès',
  step: {
    title: 'Encore une étape',
    about: 'Entrez le code que votre téléphone affiche, ou l’un de vos codes de secours.',
    restart: 'Recommencer',
  },
}

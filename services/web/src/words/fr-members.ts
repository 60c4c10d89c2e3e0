import type * as english from './en-members.ts'
import { plural } from './fr-plural.ts'

export const overview: typeof english.overview = {
  title: 'Aperçu',
  numbers: 'Chiffres',
  members: (count) => plural(count, 'membre', 'membres'),
  joined: (count) => `${plural(count, 'arrivée', 'arrivées')} en 14 jours`,
  posts: (count) => plural(count, 'message aujourd’hui', 'messages aujourd’hui'),
  postsBefore: (count) => `${count} en 14 jours`,
  postsOf: (day, count) => `${day} : ${plural(count, 'message', 'messages')}`,
  postsADay: 'Messages par jour',
  reports: (count) =>
    count >= 1_000
      ? 'Plus de 1 000 signalements attendent'
      : plural(count, 'signalement attend', 'signalements attendent'),
  dead: (count) => plural(count, 'envoi abandonné', 'envois abandonnés'),
  power: 'Qui peut plus que les autres',
  powerAll: 'Tous les rôles, et à qui en confier un',
  steps: 'Premiers pas',
  stepsDone: (done, all) => `${done} sur ${all}`,
  done: 'fait',
  open: 'à faire',
  step: {
    name: 'Nommer le site',
    look: 'Choisir des couleurs ou un logo',
    sections: 'Ordonner les sections, et ouvrir une première discussion',
    welcome: 'Écrire l’accueil des visiteurs',
    rules: 'Écrire les règles',
    legal: 'Écrire les mentions légales et la confidentialité',
    power: 'Confier un rôle à quelqu’un d’autre',
    address: 'Confirmer une adresse à vous : les courriels arrivent',
    factor: 'Protéger votre compte par un second facteur',
    apps: 'Montrer les jeux : enregistrer une application',
  },
  places: 'Toutes les pages',
}

export const jobs: typeof english.jobs = {
  title: 'Tâches',
  about: 'Ce que la suite fait en arrière-plan : courriels et exports, les 100 plus récents.',
  none: 'Il n’y a aucune tâche.',
  kinds: { SendOutboundEmail: 'Envoie un courriel', ExportMember: 'Rassemble les données d’un membre' },
  status: { Available: 'attend', Blocked: 'en attend une autre', Complete: 'faite' },
  polled: 'dernier essai',
  by: 'pour',
}

export const members: typeof english.members = {
  title: 'Membres',
  about:
    'Trouvez quelqu’un par son nom ou son adresse : rôles, bannissements, dernières visites, sessions, courriels.',
  name: 'Début d’un nom, ou d’une adresse avec son @',
  tooShort: 'Écrivez 2 caractères ou plus, ou rien pour voir tout le monde.',
  none: 'Personne n’a été trouvé.',
  role: 'Rôle',
  anyRole: 'tous',
  state: 'État',
  anyState: 'tous',
  states: { Active: 'non banni', Banned: 'banni' },
  sort: 'Ordre',
  sorts: { Newest: 'les plus récents', Name: 'par nom', LastSeen: 'les derniers vus' },
  table: 'Membres',
  member: 'Membre',
  addresses: 'Adresses',
  joined: 'Arrivée',
  seen: 'Dernière visite',
  never: 'inconnue',
  next: 'Page suivante',
  first: 'Première page',
  profile: 'Profil',
  account: 'Compte',
  names: 'Noms',
  sessions: (count) => plural(count, 'session', 'sessions'),
  signedIn: 'Sessions',
  endSessions: 'Déconnecter partout',
  mails: 'Courriel',
  noAddress: 'Aucune adresse confirmée.',
  resendHint: 'Renvoie ce qui a été demandé depuis un jour et n’a pas servi.',
  resend: {
    VerifyEmail: 'Renvoyer la confirmation',
    ResetPassword: 'Renvoyer la réinitialisation',
  },
  resent: 'Le courriel est en route.',
  nothingToResend: 'Aucun courriel de ce genre à envoyer : rien n’a été demandé, ou c’est fait.',
  password: 'Mot de passe',
  passwordMeans:
    'Pour qui a perdu son mot de passe et n’a pas d’adresse pour le réinitialiser. Cette personne est déconnectée partout et prévenue par courriel. Transmettez-le par un moyen sûr ; elle le change sur la page de son compte.',
  newPassword: 'Nouveau mot de passe',
  setPassword: 'Donner ce mot de passe',
  administrator: 'Administration',
  nameMeans:
    'Qui administre peut tout faire ici, à tous les membres sauf aux autres administrateurs : lire les adresses, donner des mots de passe, effacer des comptes, confier ce rôle. Cette personne est prévenue par courriel.',
  name_: 'Confier l’administration',
  revokeMeans: 'Cette personne perd ce rôle, est déconnectée partout et prévenue par courriel.',
  revoke: 'Retirer l’administration',
  untouchable: 'Le compte d’un administrateur n’est modifié que par lui-même. Retirez-lui d’abord ce rôle.',
  erase: 'Effacer le compte',
  eraseMeans:
    'Le compte, ses adresses, son profil et ses images disparaissent pour de bon ; ses messages restent, au nom de « Membre supprimé ». Personne ne peut l’annuler.',
  eraseSure: (name) => `Je veux effacer ${name}`,
  erased: 'Le compte est effacé. D’ici une minute, plus rien ne garde ses noms ni ses adresses.',
}

export const powers: typeof english.powers = {
  title: 'Rôles',
  about: 'Qui a quel rôle, et à qui en confier un.',
  means: {
    Administrator: 'Qui administre peut tout faire, sur ces pages aussi.',
    GlobalModerator:
      'Qui modère partout le fait dans toutes les sections, et confie la modération des sections.',
    Moderator: 'Qui modère une section ne modère que celle-ci.',
  },
  holders: 'Qui a un rôle',
  holder: 'Membre',
  role: 'Rôle',
  where: 'Où',
  everywhere: 'partout',
  gone: 'une section disparue',
  give: 'Confier un rôle',
  in: 'Section, pour qui n’en modère qu’une',
  noSection: '(à choisir)',
  needsSection: 'Choisissez la section à modérer.',
  change: 'Modifier',
  seeLog: 'À qui un rôle a été confié, par qui et quand :',
}

import type { refusals as english } from './en-refusals.ts'

export const refusals: typeof english = {
  fieldProblems: {
    q: 'Cherchez de 2 à 200 caractères.',
    display_name:
      "Un nom affiché compte de 2 à 64 lettres de n’importe quelle écriture, chiffres, espaces ou signes _ ( ) - ' . et ne ressemble pas à celui d’un responsable.",
    email: 'Entrez une adresse, comme nom@exemple.fr.',
    password: 'Un mot de passe compte de 8 à 256 caractères.',
    current_password: 'Ce n’est pas votre mot de passe actuel.',
    factor_name: 'Un nom a de 1 à 64 caractères visibles.',
    code: 'Ce code est faux, ou a déjà servi.',
    about: 'Écrivez 2 000 caractères au plus, et refermez chaque bloc ouvert.',
    pronouns: 'Les pronoms comptent 40 caractères visibles au plus.',
    tagline: 'Une ligne compte 120 caractères visibles au plus.',
    title: 'Un titre compte de 2 à 128 caractères visibles.',
    body: 'Écrivez un texte publiable : 65 536 caractères au plus, et chaque bloc ouvert doit être refermé.',
    comment: 'C’est trop long.',
    note: 'Une note compte de 1 à 4 000 caractères.',
    username: 'Aucun membre ne porte ce nom d’utilisateur.',
    reason_text: 'Dites pourquoi : le membre le lira.',
    answer: 'Cette note est trop longue.',
    internal_note: 'Cette note est trop longue.',
    new_username:
      'Un nom d’utilisateur compte de 2 à 32 minuscules, chiffres ou tirets bas, et ne commence pas par un chiffre.',
    key: 'Une clé compte jusqu’à 32 minuscules, chiffres ou tirets bas, et ne commence pas par un chiffre.',
    section_name: 'Un nom compte de 1 à 128 caractères.',
    group_name: 'Un nom compte 1 à 128 caractères.',
    groups: 'Choisissez « membres de groupes » et au moins un groupe, ou aucun groupe.',
    parent: 'Choisissez une autre section, ou aucune.',
    locale: 'Écrivez une langue et un pays, comme fr-FR, ou une langue seule, comme eo.',
    order: 'Écrivez un nombre entier.',
    client_key:
      'Un identifiant compte de 2 à 32 minuscules, chiffres ou tirets bas, et ne commence pas par un chiffre.',
    client_name: 'Un nom compte de 2 à 32 lettres, espaces ou signes _ ( ) -',
    app_uri: 'Écrivez une adresse entière, qui commence par https:// ou http://.',
    callback_uri: 'Écrivez une adresse entière, qui commence par https:// ou http://.',
    until: 'Indiquez un jour.',
    site_name: 'Un nom compte de 1 à 64 caractères.',
    rules: 'Lisez et acceptez les règles.',
    most_uses: 'De 1 à 1 000.',
    days: 'De 1 à 90.',
    recipient: 'Entrez une adresse, comme nom@exemple.fr.',
    description: 'C’est trop long.',
    user_uri: 'Écrivez une adresse entière, avec {user_id} dans son chemin.',
    owners: 'Aucun membre ne porte l’un de ces identifiants.',
  },
  refusals: {
    'section is wider than its parent':
      'C’est plus large que la section au-dessus, ou plus étroit qu’une section en dessous.',
    'group is in use': 'Une section est réservée à ce groupe. Choisissez-y d’abord d’autres membres.',
    'group not found': 'Ce groupe n’existe plus.',
    'recent sign-in is required':
      'Votre connexion date un peu. Entrez votre mot de passe, ou un code de votre second facteur, pour que personne ne fasse cela à votre place.',
    'second factor is required':
      'Il faut un second facteur. Entrez un code du vôtre ; si vous n’en avez pas, ajoutez-en un sur la page de votre compte.',
    'invalid second factor': 'Ce code est faux, ou a déjà servi.',
    'invalid passkey': 'La clé d’accès n’a pas été confirmée. Réessayez.',
    'account has as many authenticators as one may have':
      'Votre compte a autant de seconds facteurs qu’il peut en avoir. Retirez-en un d’abord.',
    'account has no second factor': 'Ajoutez d’abord un second facteur.',
    'authenticator is already in force': 'Il est déjà là.',
    'invalid current password': 'Ce n’est pas votre mot de passe actuel.',
    'no confirmed email': 'Confirmez d’abord une adresse : le lien vers vos données y est envoyé.',
    'account is an administrator’s': 'C’est le compte d’un administrateur. Retirez-lui d’abord ce rôle.',
    'administrator is banned': 'Ce compte est banni. Levez d’abord le bannissement.',
    'registration is closed': 'Personne ne peut devenir membre pour le moment.',
    'invitation is required':
      'Pour devenir membre ici, il faut une invitation : un lien que quelqu’un vous donne.',
    'invitation is invalid':
      'Cette invitation a pris fin, ou a déjà servi autant qu’elle le pouvait. Demandez-en une autre.',
    'invalid `accepted_rules`: are to be accepted': 'Lisez et acceptez les règles.',
    'rules have changed':
      'Les règles ont changé entre-temps. Lisez-les et acceptez-les telles qu’elles sont.',
    'member has as many invitations as one may have':
      'Vous avez autant d’invitations ouvertes que possible. Mettez fin à certaines d’abord.',
    'account is in the configuration':
      'Ce compte administre le site. Nommez d’abord un autre administrateur.',
    'failed to parse provided body':
      'Ce texte ne peut pas être publié tel quel : il est vide, ou un bloc [quote], [mod] ou [admin] n’est pas refermé, est trop imbriqué ou ne vous est pas permis.',
    'failed to render provided body':
      'Une fois mis en forme, ce texte devient trop long. Publiez-le en plusieurs parties.',
    'idempotency key was used for another request':
      'Vous avez déjà envoyé ce formulaire, avec un autre texte. Pour publier aussi celui-ci, envoyez-le à nouveau.',
    'already sent':
      'Vous avez déjà envoyé exactement cela : rien n’a été envoyé de nouveau. Pour l’envoyer une seconde fois, recommencez.',
    'current actor does not have the permission to create a post in this thread':
      'Vous ne pouvez pas répondre ici : la discussion est verrouillée, ou la modération vous a réduit au silence.',
    'current actor does not have the permission to create a thread in this section':
      'Vous ne pouvez pas ouvrir de discussion ici : la modération vous a peut-être réduit au silence.',
    'current actor does not have the permission to update this post':
      'Ce message ne peut plus être modifié : quelqu’un a répondu, ou la modération l’a changé.',
    'already reported by this user and not yet resolved':
      'Vous l’avez déjà signalé ; la modération s’en occupera.',
    'current actor does not have the permission to report this content':
      'Vous ne pouvez pas signaler ce que vous avez écrit vous-même.',
    'invalid `picture`: must not move':
      'Cette image est animée, et le serait sur chaque page. Choisissez-en une qui ne l’est pas.',
    'no picture': 'Choisissez d’abord une image.',
    'unsupported image': 'Ce n’est pas une image affichable. PNG, JPEG, GIF, WebP et AVIF le sont.',
    'invalid image':
      'Cette image ne peut pas être affichée : elle est abîmée, ou a trop de pixels ou d’images.',
    'picture is too large': 'Cette image dépasse 8 Mo. Réduisez-la, puis renvoyez-la.',
    'report is already resolved': 'Quelqu’un d’autre a traité ce signalement entre-temps.',
    'a live mute already covers this scope': 'Ce membre y est déjà réduit au silence.',
    'account is already banned': 'Ce compte est déjà banni.',
    'target grantee user not found': 'Aucun membre ne porte ce nom d’utilisateur.',
    'username already in use': 'Ce nom d’utilisateur est déjà pris. Choisissez-en un autre.',
    'invalid login or password':
      'Le nom ou le mot de passe n’est pas le bon. Vérifiez les deux, majuscules comprises, et réessayez.',
    'account is banned':
      'Ce compte est banni. Vous pouvez lire sans vous connecter ; si c’est une erreur, écrivez à l’administration du site.',
    'captcha is required': 'Résolvez aussi la vérification ci-dessous, puis envoyez le formulaire à nouveau.',
    'captcha is invalid':
      'La vérification a expiré ou a déjà servi. Refaites-la et envoyez le formulaire ; entrez aussi le mot de passe si son champ est vide.',
    'invalid `display_name`: there is nothing to see in it':
      'Il n’y a rien à voir dans ce nom affiché. Choisissez-en un autre.',
    'invalid `display_name`: it reads like the name of an administrator or a reserved one':
      'Ce nom affiché ressemble à celui d’un responsable, ou est réservé. Choisissez-en un autre.',
    'authentication required': 'Vous n’êtes pas connecté, ou plus. Connectez-vous et recommencez.',
    'invalid origin': 'Ce formulaire vient d’un autre site. Ouvrez la page ici et réessayez.',
    'invalid token':
      'Ce lien ne fonctionne plus : il a déjà servi, est trop vieux, ou vise un autre compte. Demandez-en un nouveau.',
    'account has as many links as one may have':
      'Votre compte a autant de liens qu’il peut en avoir. Retirez-en un d’abord.',
    'invalid state':
      'Cela a été commencé par quelqu’un d’autre, est déjà fait, ou a pris trop de temps. Recommencez depuis votre compte.',
    'provider refused':
      'L’autre site n’a pas confirmé que le compte y est le vôtre. Si vous ne vouliez pas arrêter, recommencez.',
    'account is already linked': 'Le compte de là-bas est lié à un autre membre d’ici. Déliez-le d’abord.',
    'parent section not found': 'Cette section n’existe plus.',
    'parent section holds threads':
      'Cette section contient des discussions : aucune autre ne peut se trouver dessous.',
    'parent section is the section itself or below it': 'Une section ne peut pas se trouver sous elle-même.',
    'client is in the configuration':
      'Cette application est définie dans la configuration ; c’est là qu’on la change.',
  },
  returned: {
    signedOut: 'Vous êtes déconnecté. Rien n’est perdu.',
    signedOutText:
      'Votre session a pris fin, et ceci n’a pas été envoyé. Reconnectez-vous dans une autre fenêtre, puis continuez ici.',
    signedOutEmpty: 'Vous êtes déconnecté',
    signedOutEmptyText: 'Votre session a pris fin, et rien n’a été fait. Reconnectez-vous, puis recommencez.',
    signIn: 'Se connecter (nouvelle fenêtre)',
    again: 'Veuillez l’envoyer encore une fois',
    againText: (name) =>
      `Ce formulaire appartient à une autre session et n’a pas été envoyé. Vous êtes connecté sous le nom de ${name} ; ce que vous avez écrit est ci-dessous. Vérifiez-le, puis envoyez-le à nouveau.`,
    againEmpty: (name) =>
      `Ce formulaire appartient à une autre session, et rien n’a été fait. Vous êtes connecté sous le nom de ${name} : rouvrez la page, puis recommencez.`,
    goOn: 'Continuer',
    signedIn: (name) => `Vous êtes connecté, ${name}`,
    goBack: 'Vous pouvez fermer cette fenêtre et continuer dans l’autre avec ce que vous avez écrit.',
  },
  errors: {
    notFound: {
      title: 'Il n’y a rien ici',
      text: 'Cette page n’existe pas, ou plus : elle a peut-être été déplacée ou supprimée.',
    },
    signIn: {
      title: 'Connectez-vous pour continuer',
      text: 'Ceci est réservé aux membres. Connectez-vous, et vous reviendrez ici.',
    },
    forbidden: {
      title: 'Vous ne pouvez pas faire cela',
      text: 'Votre compte n’a pas le droit de faire cela.',
    },
    conflict: {
      title: 'C’est déjà fait',
      text: 'Quelqu’un a été plus rapide. Revenez en arrière et regardez ce qu’il en est.',
    },
    tooLarge: {
      title: 'C’est trop gros',
      text: 'Ce que vous avez envoyé dépasse ce que ce site accepte. Revenez en arrière : ce que vous avez écrit y est encore, et peut être envoyé en plusieurs fois. Si vous avez été déconnecté entre-temps, reconnectez-vous d’abord dans une autre fenêtre.',
    },
    tooMany: {
      title: 'Pas si vite',
      text: (wait) =>
        `Vous l’avez fait trop souvent récemment. Réessayez ${wait ?? 'dans un moment'} ; ce que vous avez écrit est toujours là.`,
    },
    away: {
      title: 'Un instant',
      text: 'Cette partie du site ne répond pas. Attendez un peu et réessayez ; rien n’est perdu.',
    },
    ours: {
      title: 'Quelque chose a mal tourné',
      text: 'L’erreur vient de notre côté et a été enregistrée. Réessayez dans un moment.',
    },
    malformed: {
      title: 'Cela n’a pas marché',
      text: 'Cette page n’a pas pu traiter ce qui lui a été envoyé. Revenez en arrière et réessayez.',
    },
  },
}

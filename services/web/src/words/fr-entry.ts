import { html } from 'hono/html'
import type { entry as english } from './en-entry.ts'

export const entry: typeof english = {
  goOn: 'Continuer',
  showPassword: 'Afficher le mot de passe',
  hidePassword: 'Masquer le mot de passe',
  signIn: {
    title: 'Se connecter',
    signedInAs: (name, next) =>
      html`<p>Vous êtes connecté sous le nom de <strong>${name}</strong>. <a href="${next}">Continuez</a>, ou
 connectez-vous sous un autre :</p>`,
    login: 'Nom d’utilisateur ou adresse',
    password: 'Mot de passe',
    register: 'Devenir membre',
    forgot: 'Mot de passe oublié ?',
    banned: (reason, until, contact) =>
      `Ce compte est banni${until === undefined ? '' : ` jusqu’au ${until}`} : « ${reason} » Vous pouvez lire sans vous connecter ; si c’est une erreur, ${contact === undefined ? 'écrivez à l’administration du site' : `écrivez à ${contact}`}.`,
  },
  register: {
    title: 'Devenir membre',
    username: 'Nom d’utilisateur',
    usernameHint: 'Celui avec lequel vous vous connectez : de 2 à 32 minuscules, chiffres ou tirets bas.',
    displayName: 'Nom affiché',
    displayNameHint:
      'Celui que les autres voient, en lettres de n’importe quelle écriture. Vous pourrez le changer.',
    passwordHint: 'Au moins 8 caractères.',
    passwordKept: 'Celui que vous avez entré est gardé dix minutes ; laissez ce champ vide pour l’utiliser.',
    email: 'Adresse électronique (facultatif)',
    emailHint: 'Elle vous ramène ici si vous oubliez votre mot de passe. Personne d’autre ne la voit.',
    memberAlready: 'Je le suis déjà',
  },
  admission: {
    acceptRules: 'J’ai lu les règles et je les accepte',
    readRules: 'Les règles',
  },
  welcome: {
    title: (name) => `Bienvenue, ${name}`,
    mailed: (email) =>
      html`<p>Vous êtes membre. Nous avons envoyé un courriel à <strong>${email}</strong> : son lien confirme l’adresse et vaut un
 jour. S’il n’arrive pas, faites-le renvoyer depuis votre compte.</p>`,
  },
  landing: {
    signedOut: 'Vous êtes déconnecté',
    signedOutText: 'Sur cet appareil, plus personne n’est connecté.',
    signInAgain: 'Se reconnecter',
  },
  signOut: {
    title: (site) => `Se déconnecter de ${site} ?`,
    asks: (member, client) =>
      html`<p>${client === undefined ? '' : html`<strong>${client}</strong> le demande. `}Vous êtes connecté ici sous
 le nom de <strong>${member}</strong>. La déconnexion ne vaut que sur cet appareil. Les applications gardent les accès que vous leur avez
 accordés.</p>`,
    after: (host) => html`<p>Quel que soit votre choix, vous serez ramené à <strong>${host}</strong>.</p>`,
    stay: 'Rester connecté',
  },
  captcha: {
    kept: 'La vérification est déjà faite.',
    again: 'Après tant de noms déjà pris, la vérification est à refaire.',
    ask: 'Vérifier que vous êtes humain',
    away: 'La vérification ne peut pas se faire pour le moment. Cliquez pour réessayer.',
    noScript:
      'Cette vérification a besoin de JavaScript : votre navigateur résout une petite énigme, pour écarter les programmes.',
  },
  consent: {
    title: (client) => `${client} demande un accès`,
    asks: (client, home, member) =>
      html`<p><strong>${client}</strong> (<a href="${home}" rel="noopener noreferrer">${
        new URL(home).host
      }</a>) demande un accès à votre compte, <strong>${member}</strong>. Elle pourrait :</p>`,
    scopes: {
      base:
        'voir qui vous êtes : votre nom affiché, votre numéro de membre et les applications que vous possédez ici ; ' +
        'chercher d’autres membres par leur nom',
      'forum:read': 'lire le forum pour vous, avec ce que vous avez lu et ce qui est nouveau pour vous',
      'forum:write':
        'écrire dans le forum pour vous : ouvrir des discussions, répondre, modifier vos messages, signaler ; et voir vos notifications et ce qui est nouveau pour vous',
      'forum:moderate':
        'modérer pour vous, là où vous en avez le rôle ; écrire dans le forum pour vous, et voir vos notifications et ce qui est nouveau pour vous',
      openid: 'vous reconnaître à votre retour : votre numéro de membre et le moment de votre connexion ici',
      profile: 'voir votre nom affiché et la date de son dernier changement',
      email: 'voir votre adresse e-mail',
    },
    after: (
      host,
    ) => html`<p>Elle n’apprend pas votre mot de passe. Quel que soit votre choix, vous serez conduit à
 <strong>${host}</strong>.</p>`,
    allow: 'Autoriser',
    refuse: 'Refuser',
    back: (client) => `Retour à ${client}`,
    goOn: (address) => html`<p><a href="${address}">Continuez</a> si rien ne se passe.</p>`,
    expired: 'Cette demande a expiré',
    expiredText: `La demande de l’application a déjà reçu une réponse, a trop attendu, ou vient d’une autre connexion.
 Retournez à l’application et recommencez.`,
  },
  device: {
    title: 'Connecter un appareil',
    about: 'Un téléviseur, une console ou un programme vous montre un code et vous a envoyé ici. Entrez-le.',
    code: 'Code',
    codeHint: 'Huit lettres ; ni les majuscules ni le trait d’union ne comptent.',
    check: (
      code,
    ) => html`<p>Vous avez entré <code>${code}</code>. Ne continuez que si ce code s’affiche sur un
 appareil à vous, et que vous venez d’y lancer cela vous-même. Personne de ce site ne vous envoie jamais de code.</p>`,
    unknown:
      'Aucun appareil n’attend avec ce code. Il a peut-être expiré ou déjà reçu une réponse : demandez-en un autre à l’appareil.',
    done: 'L’appareil a un accès',
    doneText: 'Vous pouvez y retourner : il continue de lui-même en quelques secondes.',
    refused: 'L’appareil n’a pas d’accès',
    refusedText: 'Rien ne lui a été communiqué.',
    toAccount: 'Les applications qui ont un accès à votre compte',
  },
  confirm: {
    title: 'Est-ce bien vous ?',
    ask: (
      name,
    ) => html`<p>Vous êtes connecté en tant que <strong>${name}</strong>. Votre connexion date un peu. Entrez votre mot
 de passe pour continuer.</p>`,
    password: 'Votre mot de passe',
  },
  verifyEmail: {
    title: 'Confirmer votre adresse',
    signIn: 'Connectez-vous au compte qui a demandé ce message, puis vous pourrez confirmer l’adresse.',
    ask: (
      email,
      name,
      username,
    ) => html`<p>Ajouter <strong>${email}</strong> à votre compte, <strong>${name}</strong>
 (${username}) ? Qui lit le courrier de cette adresse pourra alors choisir un nouveau mot de passe pour le compte. Ne le
 faites que si l’adresse est la vôtre et si vous l’avez demandé.</p>`,
    confirm: 'Confirmer',
    leave: 'Laisser',
    another: 'Demander un nouveau lien',
    done: 'Votre adresse est confirmée',
    doneText: (
      email,
    ) => html`<p><strong>${email}</strong> est maintenant une adresse de votre compte. Vous pouvez vous
 connecter avec elle, et elle peut vous ramener ici si vous oubliez votre mot de passe.</p>`,
  },
  reset: {
    forgot: 'Mot de passe oublié ?',
    email: 'Adresse électronique',
    emailHint: 'Une adresse que vous avez confirmée pour votre compte.',
    send: 'Envoyez-moi un lien',
    remembered: 'Je m’en souviens',
    sent: 'Regardez votre courrier',
    sentText: (
      email,
    ) => html`<p>Si <strong>${email}</strong> est l’adresse confirmée d’un compte d’ici, un message est en
 route, avec un lien pour choisir un nouveau mot de passe. Le lien vaut une heure.</p>`,
    toSignIn: 'Vers la page de connexion',
    choose: 'Choisir un nouveau mot de passe',
    newPassword: 'Nouveau mot de passe',
    newPasswordHint: 'Au moins 8 caractères. Vous serez déconnecté partout.',
    set: 'Choisir ce mot de passe',
    done: 'Votre nouveau mot de passe est en place',
    doneText: 'Vous êtes déconnecté partout, et les applications devront redemander un accès.',
    useless: 'Ce lien ne fonctionne plus',
    uselessText: 'Il a déjà servi, date de plus d’une heure, ou un plus récent a pris sa place.',
    another: 'En demander un autre',
  },
  linking: {
    done: 'Votre compte est lié',
    doneText: `Désormais votre compte d’ici est lié à celui auquel vous venez de vous connecter. Vous seul le voyez, à moins de
 le rendre public.`,
    failed: 'Le compte n’est pas lié',
  },
  oauth: {
    title: 'Cette demande ne peut pas aboutir',
    text: 'Une application vous a envoyé ici avec une demande que ce site n’accepte pas. Rien ne lui a été communiqué.',
    tell: `Retournez à l’application et recommencez. Si cette page revient, dites à ses responsables ce qui est écrit
 ici :`,
  },
  unsubscribe: {
    title: 'Plus de récapitulatifs ?',
    asks: 'Vous ne recevrez plus de courriels sur ce qui n’est pas lu. Les notifications du site ne changent pas.',
    button: 'Se désabonner',
    done: 'Vous êtes désabonné. Vous pouvez redemander des récapitulatifs dans les réglages de votre compte.',
    back: 'Vers le site',
  },
  away: 'Cela ne peut pas être vérifié pour le moment. Attendez un peu et réessayez.',
  staleForm:
    'Le formulaire est resté ouvert trop longtemps, ou votre navigateur ne garde pas de cookies. Envoyez-le à nouveau.',
  fields: {
    login: 'Entrez votre nom d’utilisateur ou votre adresse.',
    username:
      'Un nom d’utilisateur compte de 2 à 32 minuscules, chiffres ou tirets bas, et ne commence pas par un chiffre.',
    display_name:
      "Un nom affiché compte de 2 à 64 lettres de n’importe quelle écriture, chiffres, espaces ou signes _ ( ) - ' .",
    email: 'Entrez une adresse, comme nom@exemple.fr.',
    current_password: 'Entrez votre mot de passe.',
    password: 'Un mot de passe compte de 8 à 256 caractères.',
  },
}

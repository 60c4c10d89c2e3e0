import type { AccountChange, MailLanguage } from '@agora/shared/contracts/internal-mail'
import { clockOf, languageOf } from './language.ts'
import type { Template } from './template.ts'
import { writeTimedLetter } from './timed-letter.ts'

interface Words {
  changes: Record<AccountChange, { subject: string; text: string }>
  /** For a change that only a newer gateway knows. */
  other: { subject: string; text: string }
  greeting: string
  facts: string
  /** Where the reader can still get a new password themself. */
  wayBack: string
  /** To an address that no longer belongs to the account. */
  contact: string
}

const words: Record<MailLanguage, Words> = {
  en: {
    changes: {
      EmailAdded: {
        subject: 'A new address for your account on {{site}}',
        text: 'The address **{{what}}** was added to your account on **{{site}}**. Whoever reads its mail can choose a new password for the account.',
      },
      EmailRemoved: {
        subject: 'An address was removed from your account on {{site}}',
        text: 'The address **{{what}}** was removed from your account on **{{site}}**. It no longer signs you in, and gets no link to choose a new password.',
      },
      ProviderLinked: {
        subject: 'An account elsewhere was linked to your account on {{site}}',
        text: 'The account **{{what}}** at another site was linked to your account on **{{site}}**.',
      },
      ProviderUnlinked: {
        subject: 'An account elsewhere was unlinked from your account on {{site}}',
        text: 'The account **{{what}}** at another site is no longer linked to your account on **{{site}}**.',
      },
      PasswordChanged: {
        subject: 'The password of your account on {{site}} was changed',
        text: 'The password of your account on **{{site}}** was changed. Other sessions, and the access of all applications, have ended.',
      },
      PasswordReset: {
        subject: 'The password of your account on {{site}} was reset',
        text: 'A new password was chosen for your account on **{{site}}** by a link that was mailed to one of its addresses. All sessions, and the access of all applications, have ended.',
      },
      UsernameChanged: {
        subject: 'The username of your account on {{site}} was changed',
        text: 'You no longer sign in to **{{site}}** as **{{what}}**, but under the username below.',
      },
      AuthenticatorAdded: {
        subject: 'A second factor was added to your account on {{site}}',
        text: 'The second factor **{{what}}** was added to your account on **{{site}}**. The password alone no longer signs in to it.',
      },
      AuthenticatorRemoved: {
        subject: 'A second factor was removed from your account on {{site}}',
        text: 'The second factor **{{what}}** was removed from your account on **{{site}}**. It no longer signs in to it.',
      },
      AuthenticatorTakenAway: {
        subject: 'An administrator removed a second factor from your account on {{site}}',
        text: 'An administrator of **{{site}}** removed the second factor **{{what}}** from your account. If you did not ask for that, write to them.',
      },
      RecoveryCodesRenewed: {
        subject: 'New recovery codes for your account on {{site}}',
        text: 'New recovery codes were made for your account on **{{site}}**. The old ones are worth nothing any more.',
      },
      ApplicationAllowed: {
        subject: 'An application may use your account on {{site}}',
        text: 'The application **{{what}}** was allowed to act for your account on **{{site}}**. It goes on until you withdraw that, on the page of your account.',
      },
      ClientRegistered: {
        subject: 'You registered an application on {{site}}',
        text: 'The application **{{what}}** was registered on **{{site}}** from your account. Members can allow it to use their accounts.',
      },
      ClientChanged: {
        subject: 'You changed an application on {{site}}',
        text: 'The settings of the application **{{what}}** on **{{site}}** were changed from your account.',
      },
      ClientDeleted: {
        subject: 'You removed an application from {{site}}',
        text: 'The application **{{what}}** was removed from **{{site}}** from your account. All that members had allowed it has ended.',
      },
      AdministratorNamed: {
        subject: 'You are an administrator of {{site}} now',
        text: 'An administrator of **{{site}}** has made you one as well. Guard your account accordingly: a second factor keeps it yours even if somebody learns your password.',
      },
      AdministratorRevoked: {
        subject: 'You are no longer an administrator of {{site}}',
        text: 'You are no longer an administrator of **{{site}}**. You were signed out everywhere; your account and all that belongs to it stay.',
      },
    },
    other: {
      subject: 'Your account on {{site}} was changed',
      text: 'Your account on **{{site}}** was changed: {{what}}',
    },
    greeting: 'Hello {{display_name}},',
    facts: 'Username: {{username}}\nTime: {{time}}',
    wayBack:
      'If that was you, all is well. If not, choose a new password at once, which ends all sessions, then check the addresses of your account:\n\n[Choose a new password]({{url}})',
    contact:
      'If that was not you, somebody may have taken your account. If another address of yours still belongs to it, [choose a new password]({{url}}) by that one at once. Otherwise write to the people who run **{{site}}**, from this address; keep this message.',
  },
  fr: {
    changes: {
      EmailAdded: {
        subject: 'Une nouvelle adresse pour votre compte sur {{site}}',
        text: 'L’adresse **{{what}}** a été ajoutée à votre compte sur **{{site}}**. Qui lit son courrier peut choisir un nouveau mot de passe pour ce compte.',
      },
      EmailRemoved: {
        subject: 'Une adresse a été retirée de votre compte sur {{site}}',
        text: 'L’adresse **{{what}}** a été retirée de votre compte sur **{{site}}**. Elle ne sert plus à vous connecter, ni à choisir un nouveau mot de passe.',
      },
      ProviderLinked: {
        subject: 'Un compte d’un autre site a été lié à votre compte sur {{site}}',
        text: 'Le compte **{{what}}** d’un autre site a été lié à votre compte sur **{{site}}**.',
      },
      ProviderUnlinked: {
        subject: 'Un compte d’un autre site n’est plus lié à votre compte sur {{site}}',
        text: 'Le compte **{{what}}** d’un autre site n’est plus lié à votre compte sur **{{site}}**.',
      },
      PasswordChanged: {
        subject: 'Le mot de passe de votre compte sur {{site}} a changé',
        text: 'Le mot de passe de votre compte sur **{{site}}** a été changé. Les autres sessions et l’accès de toutes les applications ont pris fin.',
      },
      PasswordReset: {
        subject: 'Le mot de passe de votre compte sur {{site}} a été réinitialisé',
        text: 'Un nouveau mot de passe a été choisi pour votre compte sur **{{site}}**, par un lien envoyé à l’une de ses adresses. Toutes les sessions et l’accès de toutes les applications ont pris fin.',
      },
      UsernameChanged: {
        subject: 'Le nom d’utilisateur de votre compte sur {{site}} a changé',
        text: 'Vous ne vous connectez plus à **{{site}}** sous le nom **{{what}}**, mais sous celui ci-dessous.',
      },
      AuthenticatorAdded: {
        subject: 'Un second facteur a été ajouté à votre compte sur {{site}}',
        text: 'Le second facteur **{{what}}** a été ajouté à votre compte sur **{{site}}**. Le mot de passe seul ne suffit plus pour s’y connecter.',
      },
      AuthenticatorRemoved: {
        subject: 'Un second facteur a été retiré de votre compte sur {{site}}',
        text: 'Le second facteur **{{what}}** a été retiré de votre compte sur **{{site}}**. Il ne permet plus de s’y connecter.',
      },
      AuthenticatorTakenAway: {
        subject: 'Un administrateur a retiré un second facteur de votre compte sur {{site}}',
        text: 'Un administrateur de **{{site}}** a retiré le second facteur **{{what}}** de votre compte. Si vous ne l’aviez pas demandé, écrivez-lui.',
      },
      RecoveryCodesRenewed: {
        subject: 'De nouveaux codes de secours pour votre compte sur {{site}}',
        text: 'De nouveaux codes de secours ont été créés pour votre compte sur **{{site}}**. Les anciens ne valent plus rien.',
      },
      ApplicationAllowed: {
        subject: 'Une application peut utiliser votre compte sur {{site}}',
        text: 'L’application **{{what}}** a reçu l’accès à votre compte sur **{{site}}**. Elle le garde jusqu’à ce que vous le retiriez, sur la page de votre compte.',
      },
      ClientRegistered: {
        subject: 'Vous avez enregistré une application sur {{site}}',
        text: 'L’application **{{what}}** a été enregistrée sur **{{site}}** depuis votre compte. Les membres peuvent lui donner accès au leur.',
      },
      ClientChanged: {
        subject: 'Vous avez modifié une application sur {{site}}',
        text: 'Les réglages de l’application **{{what}}** sur **{{site}}** ont été modifiés depuis votre compte.',
      },
      ClientDeleted: {
        subject: 'Vous avez supprimé une application de {{site}}',
        text: 'L’application **{{what}}** a été supprimée de **{{site}}** depuis votre compte. Les accès que les membres lui avaient donnés ont pris fin.',
      },
      AdministratorNamed: {
        subject: 'Vous administrez désormais {{site}}',
        text: 'Un administrateur de **{{site}}** vous a confié ce rôle aussi. Protégez votre compte en conséquence : avec un second facteur, il reste le vôtre même si quelqu’un apprend votre mot de passe.',
      },
      AdministratorRevoked: {
        subject: 'Vous n’administrez plus {{site}}',
        text: 'Vous n’administrez plus **{{site}}**. Vous avez été déconnecté partout ; votre compte et tout ce qui lui appartient restent.',
      },
    },
    other: {
      subject: 'Votre compte sur {{site}} a changé',
      text: 'Votre compte sur **{{site}}** a changé : {{what}}',
    },
    greeting: 'Bonjour {{display_name}},',
    facts: 'Nom d’utilisateur : {{username}}\nHeure : {{time}}',
    wayBack:
      'Si c’était vous, tout va bien. Sinon, choisissez tout de suite un nouveau mot de passe, ce qui met fin à toutes les sessions, puis vérifiez les adresses de votre compte :\n\n[Choisir un nouveau mot de passe]({{url}})',
    contact:
      'Si ce n’était pas vous, quelqu’un a peut-être pris votre compte. Si une autre de vos adresses en fait encore partie, [choisissez tout de suite un nouveau mot de passe]({{url}}) par celle-ci. Sinon, écrivez depuis cette adresse aux responsables de **{{site}}**, et gardez ce message.',
  },
}

/**
 * What was changed in an account. Variables: `site`, `display_name`, `url`, and the notice's details `change`, `what`,
 * `username`, `time`, `place`: `former` for a reader whose address no longer belongs to the account.
 */
export const accountChangedV1: Template = {
  kind: 'AccountChanged',
  version: 1,
  render: ({ variables, locale, zone }) => {
    const language = languageOf(locale)
    const { changes, other, greeting, facts, wayBack, contact } = words[language]
    const { change = '', place } = variables
    const { subject, text } = Object.hasOwn(changes, change) ? changes[change as AccountChange] : other
    const next = place === 'former' ? contact : wayBack
    const body = [greeting, text, facts, next].join('\n\n')
    return writeTimedLetter({ subject, body }, variables, clockOf(language, zone))
  },
}

import { accountTemplate } from './account-template.ts'

export const passwordGuessedV1 = accountTemplate('PasswordGuessed', 1, {
  en: {
    subject: 'Somebody is guessing the password of your account on {{site}}',
    body: `Hello {{display_name}},

By {{time}}, {{count}} wrong passwords had been tried for your account on **{{site}}** within a day.

Your account is safe as long as nobody can guess your password. For a day, signing in may take an extra check. If an application or a device of yours still uses an old password, give it the new one.

If you use the same password elsewhere, or it is short, choose a new one:

[Choose a new password]({{url}})`,
  },
  fr: {
    subject: 'Quelqu’un essaie de deviner le mot de passe de votre compte sur {{site}}',
    body: `Bonjour {{display_name}},

Le {{time}}, {{count}} mots de passe faux avaient été essayés pour votre compte sur **{{site}}** en une journée.

Votre compte est en sécurité tant que personne ne peut deviner votre mot de passe. Pendant une journée, la connexion peut demander une vérification de plus. Si une application ou un appareil à vous utilise encore un ancien mot de passe, donnez-lui le nouveau.

Si vous utilisez le même mot de passe ailleurs, ou s’il est court, choisissez-en un nouveau :

[Choisir un nouveau mot de passe]({{url}})`,
  },
})

import { accountTemplate } from './account-template.ts'

/**
 * The reader may be a stranger to the member who requested this, so of what the member chose it contains the username alone,
 * in which there is no room for words or addresses.
 */
export const verifyEmailV3 = accountTemplate('VerifyEmail', 3, {
  en: {
    subject: 'Confirm your email address for {{site}}',
    body: `Hello,

Somebody, most likely you, asked to add this email address to the account **{{username}}** on **{{site}}**. To confirm that it is yours, open this page:

[Confirm my address]({{url}})

Or enter this code where you are asked for it:

{{token}}

It works once, until {{until}}. If you did not ask for this, ignore this message: nothing changes.`,
  },
  fr: {
    subject: 'Confirmez votre adresse pour {{site}}',
    body: `Bonjour,

Quelqu’un, sans doute vous, a demandé à ajouter cette adresse au compte **{{username}}** sur **{{site}}**. Pour confirmer qu’elle est à vous, ouvrez cette page :

[Confirmer mon adresse]({{url}})

Ou saisissez ce code là où il vous est demandé :

{{token}}

Il ne sert qu’une fois, jusqu’au {{until}}. Si vous n’avez rien demandé, ignorez ce message : rien ne change.`,
  },
})

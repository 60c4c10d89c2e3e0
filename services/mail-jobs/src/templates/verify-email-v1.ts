import { accountTemplate } from './account-template.ts'

export const verifyEmailV1 = accountTemplate('VerifyEmail', 1, {
  en: {
    subject: 'Confirm your email address for {{site}}',
    body: `Hello {{display_name}},

You asked to add this email address to your account on **{{site}}**. To confirm that it is yours, open this page:

[Confirm my address]({{url}})

Or enter this code where you are asked for it:

{{token}}

It works once. If you did not ask for this, ignore this message: nothing changes.`,
  },
  fr: {
    subject: 'Confirmez votre adresse pour {{site}}',
    body: `Bonjour {{display_name}},

Vous avez demandé à ajouter cette adresse à votre compte sur **{{site}}**. Pour confirmer qu’elle est à vous, ouvrez cette page :

[Confirmer mon adresse]({{url}})

Ou saisissez ce code là où il vous est demandé :

{{token}}

Il ne sert qu’une fois. Si vous n’avez rien demandé, ignorez ce message : rien ne change.`,
  },
})

import { accountTemplate } from './account-template.ts'

export const resetPasswordV2 = accountTemplate('ResetPassword', 2, {
  en: {
    subject: 'Choose a new password for {{site}}',
    body: `Hello {{display_name}},

Somebody, most likely you, asked for a new password for your account **{{username}}** on **{{site}}**. To choose one, open this page:

[Choose a new password]({{url}})

Or enter this code where you are asked for it:

{{token}}

It works once, until {{until}}. If you did not ask for this, ignore this message: your password stays as it is.`,
  },
  fr: {
    subject: 'Choisissez un nouveau mot de passe pour {{site}}',
    body: `Bonjour {{display_name}},

Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte **{{username}}** sur **{{site}}**. Pour le choisir, ouvrez cette page :

[Choisir un nouveau mot de passe]({{url}})

Ou saisissez ce code là où il vous est demandé :

{{token}}

Il ne sert qu’une fois, jusqu’au {{until}}. Si vous n’avez rien demandé, ignorez ce message : votre mot de passe ne change pas.`,
  },
})

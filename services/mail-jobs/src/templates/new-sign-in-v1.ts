import { accountTemplate } from './account-template.ts'

export const newSignInV1 = accountTemplate('NewSignIn', 1, {
  en: {
    subject: 'New sign-in to your account on {{site}}',
    body: `Hello {{display_name}},

Somebody signed in to your account on **{{site}}** from a place or a browser that is new to us:

Time: {{time}}
Address: {{address}}
Browser: {{browser}}

If that was you, all is well. If not, choose a new password at once. That ends all other sessions:

[Choose a new password]({{url}})`,
  },
  fr: {
    subject: 'Nouvelle connexion à votre compte sur {{site}}',
    body: `Bonjour {{display_name}},

Quelqu’un s’est connecté à votre compte sur **{{site}}** depuis un endroit ou avec un navigateur que nous ne connaissons pas :

Heure : {{time}}
Adresse : {{address}}
Navigateur : {{browser}}

Si c’était vous, tout va bien. Sinon, choisissez tout de suite un nouveau mot de passe. Toutes les autres sessions prendront fin :

[Choisir un nouveau mot de passe]({{url}})`,
  },
})

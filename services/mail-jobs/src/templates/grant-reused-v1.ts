import { accountTemplate } from './account-template.ts'

export const grantReusedV1 = accountTemplate('GrantReused', 1, {
  en: {
    subject: 'We ended the access of {{client}} to your account on {{site}}',
    body: `Hello {{display_name}},

On {{time}}, a key with which **{{client}}** renews its access to your account on **{{site}}** was used a second time. Either the application made a mistake, or somebody has stolen the key. We cannot tell which, so we ended its access there.

You need not do anything: the next time you use the application there, sign in to it again. If you no longer trust it, withdraw its access in your account. Your password was not used. If you would still like a new one:

[Choose a new password]({{url}})`,
  },
  fr: {
    subject: 'L’accès de {{client}} à votre compte sur {{site}} a pris fin',
    body: `Bonjour {{display_name}},

Le {{time}}, une clé avec laquelle **{{client}}** renouvelle son accès à votre compte sur **{{site}}** a servi une seconde fois. C’est peut-être une erreur de l’application, ou quelqu’un a volé la clé. Nous ne pouvons pas le savoir : nous avons donc mis fin à cet accès.

Vous n’avez rien à faire : la prochaine fois, connectez-vous de nouveau à l’application. Si elle ne vous inspire plus confiance, retirez-lui l’accès dans votre compte. Votre mot de passe n’a pas servi. Si vous en préférez tout de même un nouveau :

[Choisir un nouveau mot de passe]({{url}})`,
  },
})

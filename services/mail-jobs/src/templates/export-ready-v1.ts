import type { MailLanguage } from '@agora/shared/contracts/internal-mail'
import { languageOf } from './language.ts'
import { writeLetter } from './letter.ts'
import type { Template } from './template.ts'

const words: Record<MailLanguage, { subject: string; intro: string; file: string; outro: string }> = {
  en: {
    subject: 'Your data on {{site}}',
    intro: `Hello {{display_name}},

Everything that **{{site}}** stores about you is ready to download. This works for seven days, and only for you:`,
    file: 'Download your data',
    outro: 'If you did not ask for it, choose a new password.',
  },
  fr: {
    subject: 'Vos données sur {{site}}',
    intro: `Bonjour {{display_name}},

Tout ce que **{{site}}** conserve sur vous est prêt à être téléchargé, pendant sept jours et par vous seul :`,
    file: 'Télécharger vos données',
    outro: 'Si vous n’avez rien demandé, choisissez un nouveau mot de passe.',
  },
}

/** Variables: `site`, `display_name`, and `url_1`, `url_2`, …, one for each of `files`. */
export const exportReadyV1: Template = {
  kind: 'ExportReady',
  version: 1,
  render: ({ variables, locale }) => {
    const language = languageOf(locale)
    const { subject, intro, file, outro } = words[language]
    const count = Number(variables.files)
    const links = Array.from(
      { length: count },
      (_, index) => `[${file}${count === 1 ? '' : ` ${index + 1}/${count}`}]({{url_${index + 1}}})`,
    )
    return writeLetter({ subject, body: [intro, ...links, outro].join('\n\n') }, variables, language)
  },
}

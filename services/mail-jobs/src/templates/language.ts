import { type MailLanguage, mailLanguages } from '@agora/shared/contracts/internal-mail'

/** The language that a mail to a reader of this locale is written in. */
export const languageOf = (locale: string): MailLanguage =>
  mailLanguages.find((language) => locale.toLowerCase().startsWith(language)) ?? mailLanguages[0]

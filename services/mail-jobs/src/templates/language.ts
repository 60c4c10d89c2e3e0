import { type MailLanguage, mailLanguages } from '@agora/shared/contracts/internal-mail'

/** The language of a mail to a reader with this locale. */
export const languageOf = (locale: string): MailLanguage =>
  mailLanguages.find((language) => locale.toLowerCase().startsWith(language)) ?? mailLanguages[0]

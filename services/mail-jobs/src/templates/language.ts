import { type MailLanguage, mailLanguages } from '@agora/shared/contracts/internal-mail'

/** The language of a mail to a reader with this locale. */
export const languageOf = (locale: string): MailLanguage =>
  mailLanguages.find((language) => locale.toLowerCase().startsWith(language)) ?? mailLanguages[0]

/** A moment in a mail, whose reader's zone is unknown. */
export const momentIn = (language: MailLanguage, time: string): string =>
  `${new Date(time).toLocaleString(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

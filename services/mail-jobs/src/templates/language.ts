import { type MailLanguage, mailLanguages } from '@agora/shared/contracts/internal-mail'

/** The language of a mail to a reader with this locale. */
export const languageOf = (locale: string): MailLanguage =>
  mailLanguages.find((language) => locale.toLowerCase().startsWith(language)) ?? mailLanguages[0]

/** A moment in a mail. Its reader's zone is known to their browser alone, so it is told in UTC, and `zoneIn` says so. */
export const momentIn = (language: MailLanguage, time: string): string =>
  `${new Date(time).toLocaleString(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

/** What the zone of a mail's times is, in words. */
export const zoneIn: Readonly<Record<MailLanguage, string>> = {
  en: 'Times are in Coordinated Universal Time (UTC), which may differ from that of your clock.',
  fr: 'Les heures sont celles du temps universel coordonné (UTC), qui peut différer de celui de votre horloge.',
}

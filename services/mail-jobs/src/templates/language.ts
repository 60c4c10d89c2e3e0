import { type MailLanguage, mailLanguages } from '@agora/shared/contracts/internal-mail'

/** The language of a mail to a reader with this locale. */
export const languageOf = (locale: string): MailLanguage =>
  mailLanguages.find((language) => locale.toLowerCase().startsWith(language)) ?? mailLanguages[0]

/** How times are told in a mail. */
export interface Clock {
  readonly language: MailLanguage
  /** An IANA zone: the reader's, or UTC where that is unknown. */
  readonly zone: string
}

const UTC = 'UTC'

/** @param zone The reader's; UTC is told in place of one that is unknown, or that this system does not have. */
export function clockOf(language: MailLanguage, zone = UTC): Clock {
  try {
    return { language, zone: new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone }
  } catch {
    return { language, zone: UTC }
  }
}

/** A moment in a mail, with its zone: nobody knows when it is read, or where. */
export const momentIn = (
  { language, zone }: Clock,
  time: string,
  dateStyle: 'long' | 'medium' = 'long',
): string => {
  const moment = new Date(time).toLocaleString(language, { dateStyle, timeStyle: 'short', timeZone: zone })
  return zone === UTC ? `${moment} UTC` : `${moment} (${zone})`
}

/** What the zone of a mail's times is, in words. */
export const zoneIn = ({ language, zone }: Clock): string =>
  zone === UTC ? ofUtc[language] : `${ofZone[language]} ${zone}.`

const ofUtc: Readonly<Record<MailLanguage, string>> = {
  en: 'Times are in Coordinated Universal Time (UTC), which may differ from that of your clock.',
  fr: 'Les heures sont celles du temps universel coordonné (UTC), qui peut différer de celui de votre horloge.',
}
const ofZone: Readonly<Record<MailLanguage, string>> = {
  en: 'Times are in the time zone of your account:',
  fr: 'Les heures sont celles du fuseau horaire de votre compte :',
}

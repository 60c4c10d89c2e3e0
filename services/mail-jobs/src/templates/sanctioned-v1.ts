import type { MailLanguage } from '@agora/shared/contracts/internal-mail'
import { clockOf, languageOf, momentIn, zoneIn } from './language.ts'
import { writeLetter } from './letter.ts'
import type { Template } from './template.ts'

interface Words {
  subjects: Record<'Warning' | 'Mute', string>
  greeting: string
  warned: string
  /** In one section, or in the whole forum. */
  muted: { here: string; everywhere: string }
  reason: string
  until: (end: string) => string
  lasting: string
  more: string
}

const words: Record<MailLanguage, Words> = {
  en: {
    subjects: {
      Warning: 'A moderator of {{site}} has warned you',
      Mute: 'A moderator of {{site}} has muted you',
    },
    greeting: 'Hello {{display_name}},',
    warned: 'A moderator of **{{site}}** has a word for you. You can go on writing.',
    muted: {
      here: 'A moderator of **{{site}}** has muted you in the section **{{section}}**: you can read there, but not write.',
      everywhere: 'A moderator of **{{site}}** has muted you: you can read everything, but not write.',
    },
    reason: 'The reason: {{reason}}',
    until: (end) => `This ends by itself: ${end}.`,
    lasting: 'This lasts until a moderator lifts it.',
    more: '[All warnings and mutes of your account]({{url}})',
  },
  fr: {
    subjects: {
      Warning: 'La modération de {{site}} vous a averti',
      Mute: 'La modération de {{site}} vous a réduit au silence',
    },
    greeting: 'Bonjour {{display_name}},',
    warned: 'La modération de **{{site}}** a un mot à vous dire. Vous pouvez continuer à écrire.',
    muted: {
      here: 'La modération de **{{site}}** vous a réduit au silence dans la section **{{section}}** : vous pouvez y lire, mais pas écrire.',
      everywhere:
        'La modération de **{{site}}** vous a réduit au silence : vous pouvez tout lire, mais pas écrire.',
    },
    reason: 'Le motif : {{reason}}',
    until: (end) => `Cela prend fin de soi-même : ${end}.`,
    lasting: 'Cela dure jusqu’à ce que la modération lève la sanction.',
    more: '[Tous les avertissements et silences de votre compte]({{url}})',
  },
}

/**
 * That a moderator has warned or muted the reader. Variables: `site`, `display_name`, `kind` (`Warning` or `Mute`),
 * `section` (empty for the whole forum), `reason`, `end` (a time, or empty), `url`.
 */
export const sanctionedV1: Template = {
  kind: 'Sanctioned',
  version: 1,
  render: ({ variables, locale, zone }) => {
    const language = languageOf(locale)
    const clock = clockOf(language, zone)
    const { subjects, greeting, warned, muted, reason, until, lasting, more } = words[language]
    const { kind, section, end = '' } = variables
    const paragraphs =
      kind === 'Mute'
        ? [
            section === '' ? muted.everywhere : muted.here,
            reason,
            end === '' ? lasting : until(momentIn(clock, end)),
          ]
        : [warned, reason]
    const subject = subjects[kind === 'Mute' ? 'Mute' : 'Warning']
    const body = [greeting, ...paragraphs, more].join('\n\n')
    const isTimed = kind === 'Mute' && end !== ''
    return writeLetter({ subject, body, ...(isTimed && { footer: zoneIn(clock) }) }, variables, language)
  },
}

import type { DigestEntry } from '@agora/shared/contracts/internal-digests'
import type { MailLanguage } from '@agora/shared/contracts/internal-mail'
import { beforeTitle, notificationWords } from '@agora/shared/words/notifications'
import { type Clock, clockOf, languageOf, momentIn, zoneIn } from './language.ts'
import { writeLetter } from './letter.ts'
import type { Template } from './template.ts'

interface Words {
  subject: (unread: number) => string
  intro: string
  /** For a kind that only a newer forum knows. */
  other: string
  all: string
  footer: string
}

const COUNTED_UP_TO = 1_000

const words: Record<MailLanguage, Words> = {
  en: {
    subject: (unread) => {
      if (unread === 1) return 'Something new for you on {{site}}'
      return `${unread >= COUNTED_UP_TO ? 'More than 1,000' : unread} unread notifications on {{site}}`
    },
    intro: 'Hello {{display_name}},\n\nHere is what you have not read yet on **{{site}}**:',
    other: 'Something new',
    all: 'See all notifications',
    footer:
      'You asked for this mail, which comes at most once a day or once a week. [Change how often]({{settings_url}}), or [unsubscribe]({{unsubscribe_url}}).',
  },
  fr: {
    subject: (unread) => {
      if (unread === 1) return 'Du nouveau pour vous sur {{site}}'
      return `${unread >= COUNTED_UP_TO ? 'Plus de 1 000' : unread} notifications non lues sur {{site}}`
    },
    intro: 'Bonjour {{display_name}},\n\nVoici ce que vous n’avez pas encore lu sur **{{site}}** :',
    other: 'Du nouveau',
    all: 'Voir toutes les notifications',
    footer:
      'Vous recevez ce courriel parce que vous l’avez demandé, au plus une fois par jour ou par semaine. [Changer la fréquence]({{settings_url}}) ou [se désabonner]({{unsubscribe_url}}).',
  },
}

/** Names and titles that members chose go in as values, so that nothing in them is markup. */
function entrySource(entry: DigestEntry, index: number, clock: Clock) {
  const { language } = clock
  const told = notificationWords[language]
  const kinds: Record<string, (count: number) => string> = told.kinds
  const what = Object.hasOwn(kinds, entry.kind) ? kinds[entry.kind]?.(entry.count) : undefined
  const title = entry.thread === null ? '' : beforeTitle(entry.kind, told) + entry.thread
  return {
    body: `**[{{what_${index}}}]({{url_${index}}})**\n_{{about_${index}}}_`,
    variables: {
      [`what_${index}`]: (what ?? words[language].other) + title,
      [`url_${index}`]: entry.path,
      [`about_${index}`]: [entry.actor, entry.section, momentIn(clock, entry.time, 'medium')]
        .filter(Boolean)
        .join(' · '),
    },
  }
}

/**
 * What a member has not read. Variables: `site`, `display_name`, `unread`, and the addresses `all_url`, `settings_url`
 * and `unsubscribe_url`.
 */
export const digestV1: Template = {
  kind: 'Digest',
  version: 1,
  render: ({ variables, entries = [], locale, zone }) => {
    const language = languageOf(locale)
    const clock = clockOf(language, zone)
    const { subject, intro, all, footer } = words[language]
    const sources = entries.map((entry, index) => entrySource(entry, index, clock))
    const body = [intro, ...sources.map((one) => one.body), `[${all}]({{all_url}})`].join('\n\n')
    const values = Object.assign({}, variables, ...sources.map((one) => one.variables))
    const source = {
      subject: subject(Number(variables.unread)),
      body,
      footer: `${zoneIn(clock)}\n\n${footer}`,
    }
    return writeLetter(source, values, language)
  },
}

import type { SiteLanguage } from '../http/languages.ts'

/** What a notification says, by its kind; `count` is what it gathers. Pages and mails say the same. */
export interface NotificationWords {
  kinds: typeof english
  /** Before the title of the thread, after the kinds that do not lead up to it. */
  colon: string
}

const english = {
  Reply: (count: number) => (count === 1 ? 'A new reply in' : `${count} new replies in`),
  NewThread: (_count: number) => 'A new thread:',
  Mention: (_count: number) => 'You were mentioned in',
  Quote: (_count: number) => 'You were quoted in',
  ReportResolved: (_count: number) => 'Your report was resolved',
  Sanctioned: (_count: number) => 'A moderator has warned or muted you',
  SanctionLifted: (_count: number) => 'A sanction against you was lifted',
  RoleGranted: (_count: number) => 'You have a new role',
  RoleRevoked: (_count: number) => 'One of your roles was revoked',
  PostHidden: (_count: number) => 'A moderator has hidden your post in',
  ReportWaiting: (_count: number) => 'A report waits for a moderator',
  Reaction: (count: number) =>
    count === 1 ? 'Somebody reacted to your post in' : `${count} reactions to your post in`,
}

const french: typeof english = {
  Reply: (count) => (count === 1 ? 'Une nouvelle réponse dans' : `${count} nouvelles réponses dans`),
  NewThread: () => 'Une nouvelle discussion :',
  Mention: () => 'On vous mentionne dans',
  Quote: () => 'On vous cite dans',
  ReportResolved: () => 'Votre signalement a été traité',
  Sanctioned: () => 'La modération vous a averti ou réduit au silence',
  SanctionLifted: () => 'Une sanction contre vous a été levée',
  RoleGranted: () => 'Vous avez un nouveau rôle',
  RoleRevoked: () => 'Un de vos rôles a été retiré',
  PostHidden: () => 'La modération a masqué votre message dans',
  ReportWaiting: () => 'Un signalement attend la modération',
  Reaction: (count) =>
    count === 1 ? 'Une réaction à votre message dans' : `${count} réactions à votre message dans`,
}

export const notificationWords: Record<SiteLanguage, NotificationWords> = {
  en: { kinds: english, colon: ': ' },
  fr: { kinds: french, colon: '\u00a0: ' },
}

const namedAfterColon: ReadonlySet<string> = new Set(['ReportResolved', 'ReportWaiting'])

/** What stands between what a notification says and the title of its thread. */
export const beforeTitle = (kind: string, { colon }: Pick<NotificationWords, 'colon'>): string =>
  namedAfterColon.has(kind) ? colon : ' '

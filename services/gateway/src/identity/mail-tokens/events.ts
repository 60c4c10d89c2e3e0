import type { EventDraft } from '@agora/shared/contracts/events/event'
import { mailRequested } from '@agora/shared/contracts/events/identity'
import type { Context } from '../context.ts'
import type { MailKind } from './store.ts'

/** For the mail service, which fetches everything else when it writes the mail. */
export const mailRequestedEvent = (
  { config }: Context,
  mail: { id: string; kind: MailKind; accountId: string; deadline: Date },
): EventDraft =>
  mailRequested.of({
    mail: mail.id,
    kind: mail.kind,
    user: mail.accountId,
    locale: config.mail.default_locale,
    deadline: mail.deadline.toISOString(),
  })

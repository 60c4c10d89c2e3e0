import type { DigestEntry, MailRecipient } from '@agora/shared/contracts/internal-digests'
import type { ClaimedTask } from '../tasks/task.ts'
import type { Variables } from '../templates/fill.ts'
import type { Letter } from '../templates/letter.ts'
import { withPixel } from '../templates/page.ts'
import { findTemplate } from '../templates/registry.ts'
import type { Material } from '../templates/template.ts'
import { NoAnswerError } from './asking.ts'
import type { MailContext } from './context.ts'
import type { Mail } from './store.ts'

export type Prepared =
  | { type: 'ready'; recipient: string; letter: Letter }
  | { type: 'dropped'; reason: string }
  /** The gateway or the forum did not answer. */
  | { type: 'later' }

/** What another service says of a mail. */
interface Content {
  recipient: string
  /** Besides the site's name. */
  variables: Variables
  reading: Reading
  entries?: readonly DigestEntry[]
  unsubscribeUrl?: string
}

/** How a mail's reader reads. */
type Reading = Pick<Material, 'locale' | 'zone'>

/**
 * Fetches the content of a mail; undefined if there is nothing to send any more.
 *
 * @throws NoAnswerError
 */
type Fetch = (
  context: MailContext,
  mail: Mail,
  traceparent: string | null,
  signal: AbortSignal,
) => Promise<Content | undefined>

/** Prepares a mail's recipient and content. */
export async function prepareMail(
  context: MailContext,
  mail: Mail,
  task: ClaimedTask,
  signal: AbortSignal,
): Promise<Prepared> {
  if (mail.kind === 'Markup') {
    const { recipient, data } = mail
    if (recipient === null) throw new Error('the mail has no recipient')
    const { mail_locale: locale } = await context.site()
    return { type: 'ready', recipient, letter: render(context, mail, data as Variables, { locale }) }
  }
  const fetchContent = fetches[mail.kind] ?? fetchAccountMail
  let content: Content | undefined
  try {
    content = await fetchContent(context, mail, task.traceparent, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof NoAnswerError)) throw error
    context.logger.warn(
      { err: error, mail: mail.id, attempts: task.attempts },
      'the content of a mail could not be fetched',
    )
    return { type: 'later' }
  }
  if (!content) return { type: 'dropped', reason: 'nothing to send any more' }
  const { recipient, reading, entries, unsubscribeUrl } = content
  if (!(await isCharged(context, mail, recipient)))
    return { type: 'dropped', reason: 'too many mails to this recipient' }
  const variables = { ...content.variables, site: (await context.site()).name }
  const letter = render(context, mail, variables, reading, entries)
  return { type: 'ready', recipient, letter: unsubscribeUrl ? { ...letter, unsubscribeUrl } : letter }
}

/** The token is fetched now, and exists only in this letter. */
const fetchAccountMail: Fetch = async (context, mail, traceparent, signal) => {
  const answer = await context.fetchMailToken(mail.id, traceparent, signal)
  if (!answer) return undefined
  const {
    recipient,
    url,
    token,
    username = '',
    expires_at: until,
    details,
    display_name,
    locale,
    zone,
  } = answer
  // A gateway of the version before does not say it; the next one asked may.
  if (token !== undefined && until === undefined)
    throw new NoAnswerError('the gateway does not say how long a token is good')
  return {
    recipient,
    variables: {
      ...details,
      ...(token !== undefined && until !== undefined ? { token, username, until } : {}),
      display_name,
      url,
    },
    reading: { locale, zone },
  }
}

/** Recipient and content are fetched now, so that it contains nothing that its reader could not see at this moment. */
const fetchDigest: Fetch = async (context, mail, traceparent, signal) => {
  const reader = await context.fetchDigestRecipient(mail.createdBy, traceparent, signal)
  const digest = reader && (await context.fetchDigest(mail.id, traceparent, signal))
  if (!digest) return undefined
  const on = (path: string) => new URL(path, context.siteUrl).href
  const unsubscribeUrl = on(digest.unsubscribe_path)
  return {
    recipient: reader.recipient,
    variables: {
      display_name: reader.display_name,
      unread: String(digest.unread),
      all_url: on('/notifications'),
      settings_url: on('/account#notifications'),
      unsubscribe_url: unsubscribeUrl,
    },
    reading: readingOf(reader, digest.locale),
    entries: digest.entries.map((entry) => ({ ...entry, path: on(entry.path) })),
    unsubscribeUrl,
  }
}

/** The recipient and what is said are fetched now: nobody is told of what was lifted meanwhile. */
const fetchSanctioned: Fetch = async (context, mail, traceparent, signal) => {
  const reader = await context.fetchRecipient(mail.createdBy, traceparent, signal)
  const sanction = reader && (await context.fetchSanction(mail.id, traceparent, signal))
  if (!sanction) return undefined
  return {
    recipient: reader.recipient,
    variables: {
      display_name: reader.display_name,
      kind: sanction.kind,
      section: sanction.section ?? '',
      reason: sanction.reason,
      end: sanction.expires_at ?? '',
      url: new URL('/sanctions', context.siteUrl).href,
    },
    reading: readingOf(reader, sanction.locale),
  }
}

/** The recipient is looked up now. The links open nothing by themselves. */
const fetchExportReady: Fetch = async (context, mail, traceparent, signal) => {
  const reader = await context.fetchRecipient(mail.createdBy, traceparent, signal)
  if (!reader) return undefined
  const { recipient, display_name, locale } = reader
  const { export: id, files } = mail.data as { export: string; files: number }
  const urls = Array.from({ length: files }, (_, index) => {
    const url = new URL(`/api/v1/job/exports/${id}/${index + 1}`, context.siteUrl)
    return [`url_${index + 1}`, url.href]
  })
  const variables = { ...Object.fromEntries(urls), display_name, files: String(files) }
  return { recipient, variables, reading: { locale } }
}

/** Those of the other kinds are account mails. */
const fetches: Partial<Record<Mail['kind'], Fetch>> = {
  Digest: fetchDigest,
  Sanctioned: fetchSanctioned,
  ExportReady: fetchExportReady,
}

/** The member's own language, else the one in which they once asked for digests, else the site's. */
const readingOf = ({ locale, is_own_locale, zone }: MailRecipient, asked: string | null): Reading => ({
  locale: is_own_locale ? locale : (asked ?? locale),
  zone,
})

/**
 * Whether a digest is still for its recipient: the mail server may have taken a minute to get to the end of the
 * message.
 */
export async function isStillFor(
  { fetchDigestRecipient }: MailContext,
  { kind, createdBy }: Mail,
  { traceparent }: ClaimedTask,
  recipient: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (kind !== 'Digest') return true
  return (await fetchDigestRecipient(createdBy, traceparent, signal))?.recipient === recipient
}

/** Whether the recipient's bucket has a token for the mail, or had one at an earlier attempt. */
async function isCharged({ mails, metrics, logger }: MailContext, mail: Mail, recipient: string) {
  if (mail.charged || (await mails.charge(mail, recipient))) return true
  metrics.rateRefusals.inc({ bucket: 'account' })
  logger.warn({ mail: mail.id }, 'a mail is dropped: its recipient got as many account mails as one may')
  return false
}

function render(
  context: MailContext,
  mail: Mail,
  variables: Variables,
  reading: Reading,
  entries: readonly DigestEntry[] = [],
): Letter {
  const { config, pixels } = context
  const template = findTemplate(mail.kind, mail.version)
  if (!template) throw new Error(`no template ${mail.kind} of version ${mail.version}`)
  const letter = template.render({ variables, entries, ...reading, operator: config.mail.template })
  return config.mail.track_opens ? { ...letter, html: withPixel(letter.html, pixels.urlOf(mail.id)) } : letter
}

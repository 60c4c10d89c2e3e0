import type { DigestEntry, MailRecipient } from '@agora/shared/contracts/internal-digests'
import type { ClaimedTask } from '../tasks/task.ts'
import type { Variables } from '../templates/fill.ts'
import type { Letter } from '../templates/letter.ts'
import { withPixel } from '../templates/page.ts'
import { findTemplate } from '../templates/registry.ts'
import type { Material } from '../templates/template.ts'
import type { MailContext } from './context.ts'
import type { Mail } from './store.ts'

export type Prepared =
  | { type: 'ready'; recipient: string; letter: Letter }
  | { type: 'dropped'; reason: string }
  /** The gateway or the forum did not answer. */
  | { type: 'later' }

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
  if (mail.kind === 'Digest') return await prepareDigest(context, mail, task, signal)
  if (mail.kind === 'Sanctioned') return await prepareSanctioned(context, mail, task, signal)
  if (mail.kind === 'ExportReady') return await prepareExportReady(context, mail, task, signal)
  return await prepareAccountMail(context, mail, task, signal)
}

/** The token is fetched now, and exists only in this letter. */
async function prepareAccountMail(
  context: MailContext,
  mail: Mail,
  task: ClaimedTask,
  signal: AbortSignal,
): Promise<Prepared> {
  const asked = await ask(context, mail, task, signal, () =>
    context.fetchMailToken(mail.id, task.traceparent, signal),
  )
  if ('type' in asked) return asked
  const {
    recipient,
    url,
    token,
    username,
    expires_at: until,
    details,
    display_name,
    locale,
    zone,
  } = asked.answer
  // A gateway of the version before does not say it; the next one asked may.
  if (token !== undefined && until === undefined) return { type: 'later' }
  if (!(await isCharged(context, mail, recipient))) return tooMany
  const variables = {
    ...details,
    ...(token === undefined ? {} : { token, username: username ?? '', until: until ?? '' }),
    site: (await context.site()).name,
    display_name,
    url,
  }
  return { type: 'ready', recipient, letter: render(context, mail, variables, { locale, zone }) }
}

/** Recipient and content are fetched now, so that it contains nothing that its reader could not see at this moment. */
async function prepareDigest(
  context: MailContext,
  mail: Mail,
  task: ClaimedTask,
  signal: AbortSignal,
): Promise<Prepared> {
  const { siteUrl } = context
  const asked = await ask(context, mail, task, signal, async () => {
    const reader = await context.fetchDigestRecipient(mail.createdBy, task.traceparent, signal)
    const digest = reader && (await context.fetchDigest(mail.id, task.traceparent, signal))
    return digest && { reader, digest }
  })
  if ('type' in asked) return asked
  const { reader, digest } = asked.answer
  if (!(await isCharged(context, mail, reader.recipient))) return tooMany
  const on = (path: string) => new URL(path, siteUrl).href
  const unsubscribeUrl = on(digest.unsubscribe_path)
  const variables = {
    site: (await context.site()).name,
    display_name: reader.display_name,
    unread: String(digest.unread),
    all_url: on('/notifications'),
    settings_url: on('/account#notifications'),
    unsubscribe_url: unsubscribeUrl,
  }
  const entries = digest.entries.map((entry) => ({ ...entry, path: on(entry.path) }))
  const letter = render(context, mail, variables, readingOf(reader, digest.locale), entries)
  return { type: 'ready', recipient: reader.recipient, letter: { ...letter, unsubscribeUrl } }
}

/** The recipient and what is said are fetched now: nobody is told of what was lifted meanwhile. */
async function prepareSanctioned(
  context: MailContext,
  mail: Mail,
  task: ClaimedTask,
  signal: AbortSignal,
): Promise<Prepared> {
  const asked = await ask(context, mail, task, signal, async () => {
    const reader = await context.fetchRecipient(mail.createdBy, task.traceparent, signal)
    const sanction = reader && (await context.fetchSanction(mail.id, task.traceparent, signal))
    return sanction && { reader, sanction }
  })
  if ('type' in asked) return asked
  const { reader, sanction } = asked.answer
  if (!(await isCharged(context, mail, reader.recipient))) return tooMany
  const variables = {
    site: (await context.site()).name,
    display_name: reader.display_name,
    kind: sanction.kind,
    section: sanction.section ?? '',
    reason: sanction.reason,
    end: sanction.expires_at ?? '',
    url: new URL('/sanctions', context.siteUrl).href,
  }
  const letter = render(context, mail, variables, readingOf(reader, sanction.locale))
  return { type: 'ready', recipient: reader.recipient, letter }
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

/** The recipient is looked up now. The links open nothing by themselves. */
async function prepareExportReady(
  context: MailContext,
  mail: Mail,
  task: ClaimedTask,
  signal: AbortSignal,
): Promise<Prepared> {
  const asked = await ask(context, mail, task, signal, () =>
    context.fetchRecipient(mail.createdBy, task.traceparent, signal),
  )
  if ('type' in asked) return asked
  const { recipient, display_name, locale } = asked.answer
  if (!(await isCharged(context, mail, recipient))) return tooMany
  const { export: id, files } = mail.data as { export: string; files: number }
  const urls = Array.from({ length: files }, (_, index) => {
    const url = new URL(`/api/v1/job/exports/${id}/${index + 1}`, context.siteUrl)
    return [`url_${index + 1}`, url.href]
  })
  const variables = {
    ...Object.fromEntries(urls),
    site: (await context.site()).name,
    display_name,
    files: String(files),
  }
  return { type: 'ready', recipient, letter: render(context, mail, variables, { locale }) }
}

/** What another service says of a mail, or how to proceed if it says nothing or there is nothing to send. */
async function ask<Answer>(
  { logger }: MailContext,
  mail: Mail,
  task: ClaimedTask,
  signal: AbortSignal,
  question: () => Promise<Answer | undefined>,
): Promise<{ answer: Answer } | Exclude<Prepared, { type: 'ready' }>> {
  try {
    const answer = await question()
    if (answer === undefined) return { type: 'dropped', reason: 'nothing to send any more' }
    return { answer }
  } catch (error) {
    signal.throwIfAborted()
    logger.warn(
      { err: error, mail: mail.id, attempts: task.attempts },
      'the content of a mail could not be fetched',
    )
    return { type: 'later' }
  }
}

/** How a mail's reader reads. */
type Reading = Pick<Material, 'locale' | 'zone'>

const tooMany: Prepared = { type: 'dropped', reason: 'too many mails to this recipient' }

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

import type { ClaimedTask } from '../tasks/task.ts'
import type { Variables } from '../templates/fill.ts'
import type { Letter } from '../templates/letter.ts'
import { withPixel } from '../templates/page.ts'
import { findTemplate } from '../templates/registry.ts'
import type { MailContext } from './context.ts'
import type { Mail } from './store.ts'

export type Prepared =
  | { type: 'ready'; recipient: string; letter: Letter }
  | { type: 'dropped'; reason: string }
  /** The gateway could not be asked. */
  | { type: 'later' }

/** Who gets the mail and what it says. */
export async function prepareMail(
  context: MailContext,
  mail: Mail,
  task: ClaimedTask,
  signal: AbortSignal,
): Promise<Prepared> {
  if (mail.kind === 'Markup') {
    const { recipient, data } = mail
    if (recipient === null) throw new Error('the mail has no recipient')
    const letter = render(context, mail, data as Variables, context.config.mail.default_locale)
    return { type: 'ready', recipient, letter }
  }
  return await prepareAccountMail(context, mail, task, signal)
}

/** The token is fetched now, is in this letter and nowhere else. */
async function prepareAccountMail(
  context: MailContext,
  mail: Mail,
  task: ClaimedTask,
  signal: AbortSignal,
): Promise<Prepared> {
  const { logger, metrics, mails, config } = context
  const answer = await context.fetchMailToken(mail.id, task.traceparent, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    logger.warn(
      { err: error, mail: mail.id, attempts: task.attempts },
      'the gateway could not be asked for a mail',
    )
    return null
  })
  if (answer === null) return { type: 'later' }
  if (answer === undefined) return { type: 'dropped', reason: 'nothing to send any more' }
  const { recipient, url, token, details, display_name, locale } = answer
  if (!mail.charged && !(await mails.charge(mail, recipient))) {
    metrics.rateRefusals.inc({ bucket: 'account' })
    logger.warn({ mail: mail.id }, 'a mail is dropped: its recipient got as many account mails as one may')
    return { type: 'dropped', reason: 'too many mails to this recipient' }
  }
  const variables = {
    ...details,
    ...(token === undefined ? {} : { token }),
    site: config.site.name,
    display_name,
    url,
  }
  return { type: 'ready', recipient, letter: render(context, mail, variables, locale) }
}

function render(context: MailContext, mail: Mail, variables: Variables, locale: string): Letter {
  const { config, pixels } = context
  const template = findTemplate(mail.kind, mail.version)
  if (!template) throw new Error(`no template ${mail.kind} of version ${mail.version}`)
  const letter = template.render({ variables, locale, operator: config.mail.template })
  return config.mail.track_opens ? { ...letter, html: withPixel(letter.html, pixels.urlOf(mail.id)) } : letter
}

import type { Schemas } from '@agora/client'
import { newId } from '@agora/shared/contracts/ids'
import { must } from '../../api.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { Input, type Problem } from '../../view/fields.tsx'
import { Action, Done, Meta, Rows, Time } from '../../view/parts.tsx'
import { PostForm } from '../../view/post-form.tsx'
import { administrationPage } from './frame.tsx'

type Mail = Schemas['OutboundEmail']

const listed = '/administration/mails'
/** How long to wait for a mail to be sent, in milliseconds. */
const PATIENCE_MS = 60_000

interface Written {
  recipient: string
  /** The idempotency key. */
  key: string
  problem?: Problem
}

export const showMails: Reader = (visit) => mailsPage(visit, { recipient: '', key: newId() })

/** The operators' message is in the configuration. */
export const sendMail: Writer = async (visit, _params, form) => {
  const { api, words, now } = visit
  const written = { recipient: form.text('recipient').trim(), key: form.key() }
  const { refusal } = await attempt(
    must(
      api.POST('/api/v1/outbound_email', {
        body: {
          deadline: new Date(now + PATIENCE_MS).toISOString(),
          idempotency_key: written.key,
          recipient: written.recipient,
          subject: '',
          body: '',
        },
      }),
    ),
  )
  if (!refusal) return redirect(`${listed}?sent=1`)
  const { mails: own } = words.administration
  const said = problemOf(refusal, visit)
  // A key stands for one outcome: a retry needs another one.
  const problem = refusal.status >= 500 ? { ...said, text: own.notSent } : said
  return mailsPage(visit, { ...written, key: refusal.status === 504 ? written.key : newId(), problem })
}

async function mailsPage(visit: Visit, { recipient, key, problem }: Written) {
  const { api, words, query } = visit
  const { mails: own } = words.administration
  const mails = await must(api.GET('/api/v1/outbound_email'))
  return administrationPage(
    visit,
    own.title,
    <>
      {query.has('sent') && !problem && <Done>{own.sent}</Done>}
      <PostForm visit={visit} to={listed} heading={own.write} problem={problem}>
        <input type="hidden" name="key" value={key} />
        <div class="inline-form">
          <Input
            name="recipient"
            type="email"
            label={own.recipient}
            hint={own.writeHint}
            value={recipient}
            isRequired
            maxLength={254}
          />
          <button class="quiet">{own.send}</button>
        </div>
      </PostForm>
      <Rows items={mails.items} none={own.none}>
        {(mail) => <MailRow visit={visit} mail={mail} />}
      </Rows>
    </>,
    { problem },
  )
}

function MailRow({ visit, mail }: { visit: Visit; mail: Mail }) {
  const { mails: own } = visit.words.administration
  const { recipient, payload, created_by, submitted_at, read_at } = mail
  return (
    <li class="row">
      <div class="row-main">
        <h2>{own.kinds[payload.kind]}</h2>
        <Meta>
          <bdi>{recipient}</bdi>
          <Time visit={visit} time={submitted_at} />
          {read_at !== null && (
            <>
              {own.read} <Time visit={visit} time={read_at} />
            </>
          )}
          <a href={`/administration/members/${created_by.id}`}>
            {payload.kind === 'Markup' ? own.sender : own.member}
          </a>
        </Meta>
      </div>
      <div class="row-side">
        <Again visit={visit} mail={mail} />
      </div>
    </li>
  )
}

/** Resends a mail where possible: an account's with a new token, the operators' message as it now reads. */
function Again({ visit, mail: { payload, created_by, recipient } }: { visit: Visit; mail: Mail }) {
  const { mails: own } = visit.words.administration
  const { kind } = payload
  if (kind === 'Markup')
    return (
      <Action visit={visit} to={listed} fields={{ recipient, key: newId() }}>
        {own.again}
      </Action>
    )
  if (kind !== 'VerifyEmail' && kind !== 'ResetPassword') return null
  const to = `/administration/members/${created_by.id}/resend`
  return (
    <Action visit={visit} to={to} fields={{ kind, key: newId() }}>
      {own.again}
    </Action>
  )
}

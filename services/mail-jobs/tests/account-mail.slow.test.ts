import type { EventDraft } from '@agora/shared/contracts/events/event'
import { digestDue } from '@agora/shared/contracts/events/forum'
import { mailRequested } from '@agora/shared/contracts/events/identity'
import { userCreatedV1 } from '@agora/shared/contracts/events/identity-v1'
import { newId } from '@agora/shared/contracts/ids'
import { connectionOptions } from '@agora/shared/messaging/nats'
import { connect } from 'nats'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TokenSource } from './gateway-tokens.ts'
import { Refusal } from './mail-server.ts'
import { eventually, inAnHour, type MailJobs, startMailJobs } from './support.ts'

let service: MailJobs
let tokens: TokenSource

beforeAll(async () => {
  tokens = await TokenSource.start()
  service = await startMailJobs({ replicas: 2, env: { GATEWAY_URL: tokens.url, FORUM_URLS: tokens.url } })
})
afterAll(async () => {
  await service.close()
  await tokens.close()
})

let sequence = 0

/** Publishes an event as the gateway's relay does. */
async function publish(draft: EventDraft, id = newId()): Promise<void> {
  const connection = await connect(connectionOptions(service.suite.nats?.url ?? '', 'test'))
  sequence += 1
  const envelope = {
    specversion: '1.0',
    id,
    source: 'urn:agora:gateway',
    type: draft.type,
    subject: draft.key,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    sequence: String(sequence).padStart(16, '0'),
    data: draft.data,
  }
  await connection.jetstream().publish(draft.subject, JSON.stringify(envelope))
  await connection.close()
}

interface Asked {
  kind?: 'VerifyEmail' | 'ResetPassword'
  locale?: string
  recipient: string
  displayName?: string
  deadline?: string
  /** Comes before the gateway's answer. */
  failFirst?: number
}

async function ask({
  kind = 'VerifyEmail',
  locale = 'en-US',
  recipient,
  displayName = 'Eve',
  ...rest
}: Asked) {
  const mail = newId()
  const user = newId()
  let failures = rest.failFirst
  tokens.answers.set(mail, () => {
    const failure = failures
    failures = undefined
    const expires_at = '2030-01-02T03:04:00.000Z'
    return failure ?? { kind, recipient, username: 'eve_1', expires_at, display_name: displayName, locale }
  })
  const draft = mailRequested.of({ mail, kind, user, locale, deadline: rest.deadline ?? inAnHour() })
  await publish(draft)
  return { mail, user, draft }
}

interface Row {
  kind: string
  outcome: string
  data: unknown
  created_by: string
  job_created_by: string | null
  output: { outcome: string; detail?: string }
}

async function done(mail: string): Promise<Row> {
  let found: Row | undefined
  await eventually(async () => {
    const rows = await service.sql<Row>(
      `SELECT mail.kind, mail.outcome, mail.data, mail.created_by, job.created_by AS job_created_by, task.output
       FROM outbound_email AS mail JOIN task ON task.id = mail.task_id JOIN job ON job.id = task.job_id
       WHERE mail.id = $1 AND mail.outcome IS NOT NULL`,
      [mail],
    )
    found = rows[0]
    expect(found).toBeDefined()
  })
  return found as Row
}

it('sends what an account flow requested, with the gateway’s fresh token, which is only in the mail', async () => {
  const { mail, user } = await ask({
    recipient: 'eve@example.com',
    displayName: '[admin]_Eve_ <b>&{{token}}',
  })
  expect(await done(mail)).toMatchObject({
    kind: 'VerifyEmail',
    outcome: 'Sent',
    data: { locale: 'en-US' },
    created_by: user,
    job_created_by: null,
  })
  const [message] = service.mailServer.to('eve@example.com')
  const [token] = tokens.given.get(mail) ?? []
  expect(message?.subject).toBe('Confirm your email address for Agora')
  expect(message?.text).toContain('Hello,\r\n')
  expect(message?.text).toContain(`https://community.example/verify?token=${token}%281%29`)
  expect(message?.text).toContain(`\r\n${token}\r\n`)
  expect(message?.text).toContain('to the account eve_1 on Agora')
  expect(message?.text).toContain('It works once, until January 2, 2030 at 3:04 AM UTC.')
  // The address may belong to a stranger to the member who asked.
  expect(message?.raw.toString('utf8')).not.toContain('Eve_')
  for (const part of [message?.text, message?.html]) expect(part).not.toContain('Eve')
  expect(message?.raw.toString('latin1')).toMatch(/^auto-submitted: auto-generated/im)

  const rows = await service.sql<{ text: string }>(
    `SELECT row_to_json(mail)::text || row_to_json(task)::text AS text FROM outbound_email AS mail, task`,
  )
  expect(rows.map(({ text }) => text).join()).not.toContain('tok_en')
  expect(service.suite.processes['mail-jobs'].map((process) => process.log()).join()).not.toContain('tok_en')
  expect(tokens.authorization).toBe(`Bearer ${service.suite.secrets.serviceKeys['mail-jobs']}`)
})

it('is in French for readers of French', async () => {
  const verify = await ask({
    recipient: 'zoé@example.com'.replace('é', 'e'),
    locale: 'fr-FR',
    displayName: 'Zoé',
  })
  const reset = await ask({ kind: 'ResetPassword', recipient: 'luc@example.com', locale: 'fr-FR' })
  await Promise.all([done(verify.mail), done(reset.mail)])
  const [confirm] = service.mailServer.to('zoe@example.com')
  expect(confirm?.subject).toBe('Confirmez votre adresse pour Agora')
  expect(confirm?.text).toContain('Bonjour,')
  expect(confirm?.text).toContain('au compte eve_1 sur Agora')
  expect(confirm?.text).toMatch(/jusqu’au 2 janvier 2030 à 03:04 UTC/)
  expect(confirm?.html).toContain('<html lang="fr">')
  expect(service.mailServer.to('luc@example.com')[0]?.subject).toBe(
    'Choisissez un nouveau mot de passe pour Agora',
  )
})

it('lists an account mail under the account, its job under nobody, without the token', async () => {
  const { mail, user } = await ask({ kind: 'ResetPassword', recipient: 'listed@example.com' })
  await done(mail)
  const { body } = await service.call('GET', '/outbound_email', { as: service.administrator })
  const listed = body.items.find(({ id }: { id: string }) => id === mail)
  expect(listed).toMatchObject({
    created_by: { type: 'User', id: user },
    recipient: 'listed@example.com',
    payload: { kind: 'ResetPassword', version: 2, data: { locale: 'en-US' } },
  })
  const jobs = await service.call('GET', '/job/jobs', { as: service.administrator })
  expect(jobs.body.items.every(({ created_by }: { created_by: unknown }) => created_by === null)).toBe(true)
})

it('sends one mail for an event delivered twice, and for two events about one mail', async () => {
  const { mail, draft } = await ask({ recipient: 'twice@example.com' })
  await publish(draft)
  const last = await ask({ recipient: 'marker@example.com' })
  await Promise.all([done(mail), done(last.mail)])
  expect(service.mailServer.to('twice@example.com')).toHaveLength(1)
})

it('drops a mail that is no longer needed', async () => {
  const { mail } = await ask({ recipient: 'dropped@example.com', failFirst: 404 })
  expect(await done(mail)).toMatchObject({
    outcome: 'Dropped',
    output: { outcome: 'Dropped', detail: 'nothing to send any more' },
  })
  expect(service.mailServer.to('dropped@example.com')).toEqual([])
})

it('retries if the gateway fails, and fetches a new token for each attempt', async () => {
  const failing = await ask({ recipient: 'asked-again@example.com', failFirst: 503 })
  let refused = false
  service.mailServer.behave('deferred@example.com', {
    end: () => {
      if (refused) return
      refused = true
      throw new Refusal(451, 'later')
    },
  })
  const deferred = await ask({ recipient: 'deferred@example.com' })
  expect((await done(failing.mail)).outcome).toBe('Sent')
  expect((await done(deferred.mail)).outcome).toBe('Sent')
  expect(tokens.given.get(deferred.mail)).toHaveLength(2)
  const [message] = service.mailServer.to('deferred@example.com')
  expect(message?.text).toContain(tokens.given.get(deferred.mail)?.[1])
})

it('reports a mistake of its own in a mail, and writes the mail again', async () => {
  const mail = newId()
  const at = '2026-01-01T00:00:00.000Z'
  const entry = { kind: 'Reply', count: 1, time: at, actor: 'Ada', thread: 'Hello', section: 'Talk' }
  // A path that is an address as a whole, of no host: making a link of it fails.
  let path = '//['
  tokens.others.set('/internal/mail-recipients', () => ({
    recipient: 'digest@example.com',
    display_name: 'Eve',
    locale: 'en-US',
  }))
  tokens.others.set('/internal/digests', () => ({
    entries: [{ ...entry, path }],
    unread: 1,
    unsubscribe_path: '/unsubscribe/1',
    locale: null,
  }))
  const logs = () => service.suite.processes['mail-jobs'].map((process) => process.log()).join()
  const failedRuns = () => logs().split('a run failed').length
  const before = failedRuns()
  await publish(digestDue.of({ mail, user: newId(), deadline: inAnHour() }))
  await eventually(() => expect(failedRuns()).toBeGreaterThan(before))
  expect(logs()).not.toContain(`"mail":"${mail}"`)
  path = '/forum/threads/hello'
  expect((await done(mail)).outcome).toBe('Sent')
})

it('abandons a mail whose deadline has passed without fetching a token', async () => {
  const { mail } = await ask({ recipient: 'too-late@example.com', deadline: new Date(0).toISOString() })
  expect((await done(mail)).outcome).toBe('Abandoned')
  expect(tokens.given.get(mail)).toBeUndefined()
})

it('sends one address five account mails at once and drops the sixth; other addresses are unaffected', async () => {
  const asked = []
  for (let index = 0; index < 6; index += 1)
    asked.push(await ask({ recipient: `${index % 2 ? 'F' : 'f'}lood@example.com` }))
  const outcomes = await Promise.all(asked.map(async ({ mail }) => (await done(mail)).outcome))
  expect(outcomes.toSorted()).toEqual(['Dropped', 'Sent', 'Sent', 'Sent', 'Sent', 'Sent'])
  const other = await ask({ recipient: 'other@example.com' })
  expect((await done(other.mail)).outcome).toBe('Sent')
  // Operators' mails have a bucket of their own.
  expect((await service.send({ recipient: 'flood@example.com' })).status).toBe(200)
})

it('sends a reset even if strangers have used up the address’s verifications, with +tags too', async () => {
  const asked = []
  for (let index = 0; index < 8; index += 1)
    asked.push(await ask({ recipient: `victim+${index}@example.com` }))
  const outcomes = await Promise.all(asked.map(async ({ mail }) => (await done(mail)).outcome))
  expect(outcomes.filter((outcome) => outcome === 'Sent')).toHaveLength(5)
  const reset = await ask({ kind: 'ResetPassword', recipient: 'victim@example.com' })
  expect((await done(reset.mail)).outcome).toBe('Sent')
})

it('shows the current name of a renamed administrator', async () => {
  await service.send({ recipient: 'named@example.com' })
  await publish(
    userCreatedV1.of({
      user: { id: service.administratorId, username: 'ada', display_name: 'Ada Renamed' },
      created_at: '2026-01-01T00:00:00.000Z',
    }),
  )
  await eventually(async () => {
    const { body } = await service.call('GET', '/job/jobs', { as: service.administrator })
    expect(body.items[0].created_by.display_name.current.value).toBe('Ada Renamed')
  })
})

import type { Answer } from '@agora/testing/client'
import { unfollowed } from '@agora/testing/followers'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import pg from 'pg'
import { expect } from 'vitest'
import { MailServer } from './mail-server.ts'
import { eventually } from './support.ts'

type Service = 'gateway' | 'forum' | 'mail-jobs'

/** The answer's body, where it is one of success. */
export function ok({ status, body, text }: Answer) {
  expect(status, text).toBe(200)
  return body
}

export const addressOf = (member: Member) => `${member.username}@example.com`
/** A message's headers, one a line. */
export const headersOf = (raw: Buffer) =>
  raw
    .toString('utf8')
    .split('\r\n\r\n', 1)[0]!
    .replaceAll(/\r\n[ \t]+/g, ' ')

/** Gateway, forum and mail service with readers of digests, and a mail server that gets them. */
export class DigestWorld {
  readonly suite: Suite
  readonly mails: MailServer
  readonly administrator: Member
  readonly writer: Member
  /** Watched by whoever is a reader. */
  thread = ''

  private constructor(suite: Suite, mails: MailServer, administrator: Member, writer: Member) {
    this.suite = suite
    this.mails = mails
    this.administrator = administrator
    this.writer = writer
  }

  static async start({
    replicas = 2,
    bounces,
  }: {
    replicas?: number
    bounces?: string
  } = {}): Promise<DigestWorld> {
    const mails = await MailServer.start()
    const suite = await startSuite({
      services: ['gateway', 'forum', 'mail-jobs', 'web'],
      replicas: { gateway: 1, forum: replicas, 'mail-jobs': replicas },
      smtpUrl: mails.url,
      ...(bounces === undefined ? {} : { config: { mail: { bounces } } }),
      env: {
        // It also starts while the others are away.
        gateway: { READY_GRACE_SECONDS: '0' },
        // Whoever is held in the database keeps connections.
        'mail-jobs': { MAIL_LEASE_SECONDS: '2', DATABASE_POOL_SIZE: '40' },
      },
    })
    // Nor does it wait for the forum to have the configured sections.
    await eventually(async () => {
      ok(await suite.call('GET', '/forum/sections/welcome'))
    })
    const administrator = await suite.administrator()
    const writer = await suite.member('writer', { displayName: 'Wri_ter_ (b)' })
    const world = new DigestWorld(suite, mails, administrator, writer)
    world.thread = (await world.open('A [thread] & <i>more</i>')).id
    return world
  }

  async close(): Promise<void> {
    await this.suite.close()
    await this.mails.close()
  }

  call(method: string, path: string, as?: Member, body?: unknown, headers?: Record<string, string>) {
    return this.suite.call(method, `${this.suite.url}/api/v1${path}`, {
      ...(as ? { as } : {}),
      ...(body === undefined ? {} : { body }),
      ...(headers ? { headers } : {}),
    })
  }

  async open(title: string): Promise<{ id: string }> {
    return ok(
      await this.call('POST', '/forum/sections/welcome', this.administrator, { title, body: 'First' }),
    )
  }

  async reply(to = this.thread, body = 'A reply'): Promise<{ id: string }> {
    return ok(await this.call('POST', `/forum/threads/${to}`, this.writer, { body }))
  }

  /** A connection of the test's own to a service's tables. */
  async connect(service: Service): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.suite.database.urls[service],
      options: `-c search_path=${service.replace('-', '_')}`,
    })
    await client.connect()
    return client
  }

  /** Looks into a service's own tables, or moves the clock of a row. */
  async rows<Row extends pg.QueryResultRow>(
    service: Service,
    text: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    const client = await this.connect(service)
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  /** A member who watches the thread and wants digests. */
  async reader(name: string, { email = 'Daily', language = 'en', isVerified = true } = {}): Promise<Member> {
    const member = await this.suite.member(name)
    if (isVerified)
      await this.rows(
        'gateway',
        `INSERT INTO user_link (id, account_id, type, external_id, display_name, rank)
         VALUES (gen_random_uuid(), $1, 'Email', $2, $2, 0)`,
        [member.id, addressOf(member)],
      )
    ok(await this.call('PUT', `/forum/threads/${this.thread}/subscription`, member, { level: 'Watching' }))
    const headers = { 'accept-language': language }
    ok(await this.call('PATCH', '/notifications/settings', member, { email }, headers))
    return member
  }

  /** Waits until everybody has been told of what was written. */
  told(): Promise<void> {
    return eventually(async () => expect(await this.rows('forum', unfollowed('notifications'))).toEqual([]))
  }

  /** Lets the periods of all who have something new end now. */
  endPeriods() {
    return this.rows(
      'forum',
      `UPDATE notification_setting SET digest_from = digest_from - interval '8 days', digest_due_at = now()
       WHERE digest_due_at IS NOT NULL`,
    )
  }

  /** Waits until nothing is due, on its way or being sent. */
  settled(): Promise<void> {
    return eventually(async () => {
      const due = await this.rows('forum', 'SELECT FROM notification_setting WHERE digest_due_at <= now()')
      expect(due).toEqual([])
      expect(await this.rows('forum', 'SELECT FROM outbox_event')).toEqual([])
      const asked = await this.rows<{ id: string }>('forum', 'SELECT id FROM digest')
      const ids = asked.map(({ id }) => id)
      const done = await this.rows(
        'mail-jobs',
        'SELECT FROM outbound_email WHERE id = ANY($1) AND outcome IS NOT NULL',
        [ids],
      )
      expect(done).toHaveLength(asked.length)
    })
  }

  async outcomesOf({ id }: { id: string }): Promise<string[]> {
    const found = await this.rows<{ outcome: string }>(
      'mail-jobs',
      `SELECT outcome FROM outbound_email WHERE kind = 'Digest' AND created_by = $1`,
      [id],
    )
    return found.map(({ outcome }) => outcome)
  }

  /** The digests to a member. Other mails, such as notices, cannot be unsubscribed from. */
  mailsTo(member: Member) {
    return this.mails.to(addressOf(member)).filter(({ raw }) => /^list-unsubscribe:/im.test(headersOf(raw)))
  }
}

import { accountHolders } from '@agora/shared/contracts/erasures'
import { newId } from '@agora/shared/contracts/ids'
import { type Answer, basic, sessionOf } from '@agora/testing/client'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { expect } from 'vitest'
import { app, channel, delivery } from '../../services/apps/tests/support.ts'
import { dumpAll } from '../../services/gateway/tests/dump.ts'
import { type Mailbox, startMailbox } from '../../services/gateway/tests/mailbox.ts'
import { type Client, registerClient } from '../../services/gateway/tests/oauth/client.ts'
import { onAccounts } from './suite-contents.ts'

export const ACCOUNT_SERVICES = ['gateway', ...accountHolders] as const

/** The answer's body, if it is a success. */
export function ok({ status, body, text }: Answer): Answer['body'] {
  expect(status, text).toBe(200)
  return body
}

/** A member's traces besides the id: nothing else in a test contains any of them. */
export interface Traces {
  username: string
  displayName: string
  formerName: string
  address: string
  waitingAddress: string
  gameAccount: string
  playerName: string
  motto: string
  browser: string
  password: string
}

const tracesOf = (name: string): Traces => ({
  username: `${name.toLowerCase()}_user`,
  displayName: `${name} Quartz`,
  formerName: `${name} Obsidian`,
  address: `${name}.confirmed@mail.example`,
  waitingAddress: `${name}.waiting@mail.example`,
  gameAccount: String(BigInt(`0x${Buffer.from(name).toString('hex').slice(0, 15)}`)),
  playerName: `${name} the Player`,
  motto: `${name} likes Flint`,
  browser: `${name}-Browser/1.0`,
  password: `${name} has a secret`,
})

/** A deployment in which every service holds data of members, and a mail server that receives their mail. */
export class ErasureWorld {
  readonly suite: Suite
  readonly mailbox: Mailbox
  readonly administrator: Member
  readonly friend: Member
  readonly #platform: Client

  private constructor(
    suite: Suite,
    mailbox: Mailbox,
    { administrator, friend, platform }: { administrator: Member; friend: Member; platform: Client },
  ) {
    this.#platform = platform
    this.suite = suite
    this.mailbox = mailbox
    this.administrator = administrator
    this.friend = friend
  }

  static async start(options: Partial<Parameters<typeof startSuite>[0]> = {}): Promise<ErasureWorld> {
    const mailbox = await startMailbox()
    const suite = await startSuite({
      services: ACCOUNT_SERVICES,
      smtpUrl: mailbox.smtpUrl,
      config: {
        // Nobody listens there: deliveries wait, and are given up on.
        delivery: { ...delivery, attempts: 3 },
        apps: [
          app('platform', {
            client: 'platform@clients',
            channels: [
              channel('main', { is_official: true, event_stream_callback_uri: 'http://127.0.0.1:9/hook' }),
            ],
          }),
        ],
      },
      ...options,
    })
    const administrator = await suite.administrator()
    const friend = await suite.member('friend', { displayName: 'A Friend' })
    const platform = await registerClient(suite, 'platform')
    return new ErasureWorld(suite, mailbox, { administrator, friend, platform })
  }

  async close(): Promise<void> {
    await this.suite.close()
    await this.mailbox.close()
  }

  call(method: string, path: string, as?: Member, body?: unknown, headers?: Record<string, string>) {
    return this.suite.call(method, path, {
      ...(as ? { as } : {}),
      ...(body === undefined ? {} : { body }),
      ...(headers ? { headers } : {}),
    })
  }

  /** A member about whom every service holds data. */
  async member(name: string) {
    const traces = tracesOf(name)
    const { administrator, friend } = this
    const member = await this.suite.member(traces.username, {
      displayName: traces.formerName,
      password: traces.password,
    })
    const own = `/users/${member.id}`
    const { thread, mentioning } = await this.#written(member, traces.formerName)
    ok(await this.call('PATCH', own, member, { display_name: traces.displayName }))
    ok(
      await this.call('PATCH', '/forum/self/profile', member, { about: traces.motto, tagline: traces.motto }),
    )
    ok(await this.call('PATCH', '/forum/self/profile', friend, { about: `@{${member.id}} knows me.` }))
    await this.#confirm(member, traces.address)
    ok(await this.call('POST', `${own}/emails`, member, { email: traces.waitingAddress }))
    await this.mailbox.nth(traces.waitingAddress, 1)
    ok(await this.call('PUT', `${own}/links/game_c`, administrator, { id: traces.gameAccount }))
    const quoting = ok(
      await this.call('POST', `/forum/threads/${thread}`, friend, {
        body: `[quote=${traces.displayName}]as they said[/quote] @{${member.id}}`,
      }),
    ).id
    ok(await this.call('PUT', '/forum/groups/circle', administrator, { display_name: 'Circle' }))
    ok(await this.call('PUT', `/forum/groups/circle/members/${member.id}`, administrator))
    await this.#moderated(member, traces)
    // A ban ends all sessions.
    const session = await this.call(
      'PUT',
      '/auth/self',
      undefined,
      { login: traces.username, password: traces.password },
      { 'user-agent': traces.browser },
    )
    ok(session)
    const { items } = ok(await this.call('GET', '/apps'))
    ok(
      await this.call('PATCH', `/apps/${items[0].id}`, administrator, {
        owners: [{ type: 'User', id: member.id }],
      }),
    )
    await this.#linked(member, items[0].id, traces.playerName)
    await this.#mailByOperator(traces.address)
    const { headers } = sessionOf(session)
    return { ...member, headers, displayName: traces.displayName, traces, thread, mentioning, quoting }
  }

  /** Texts by the member, and by others who name them. */
  async #written(member: Member, name: string) {
    const { friend } = this
    const opened = await this.call('POST', '/forum/sections/welcome', member, {
      title: 'Stones',
      body: 'About granite.',
    })
    const thread = ok(opened).id
    ok(await this.call('POST', `/forum/threads/${thread}`, member, { body: 'About slate.' }))
    const mentioning = ok(
      await this.call('POST', `/forum/threads/${thread}`, friend, {
        body: `@{${member.id}}: [quote=${name}]granite[/quote] basalt`,
      }),
    ).id
    const elsewhere = await this.call('POST', '/forum/sections/welcome', friend, {
      title: 'Elsewhere',
      body: `[quote=${name}#${member.id.slice(-5)}]\nmarble\n[/quote] [quote=${name}]\nslate\n[/quote]`,
    })
    ok(elsewhere)
    ok(await this.call('PATCH', '/notifications/settings', member, { email: 'Daily' }))
    ok(await this.call('PUT', `/forum/threads/${thread}/subscription`, member, { level: 'Watching' }))
    ok(await this.call('GET', `/forum/threads/${ok(elsewhere).id}`, member))
    return { thread, mentioning }
  }

  async #moderated(member: Member, { displayName }: Traces) {
    const { administrator } = this
    const user = { type: 'User', id: member.id }
    ok(
      await this.call('POST', '/forum/sanctions', administrator, {
        user,
        kind: 'Warning',
        reason: `Enough, ${displayName}`,
        internal_note: `${displayName} again`,
      }),
    )
    ok(await this.call('POST', '/forum/sections/welcome/role_grants', administrator, user))
    ok(
      await this.call('PUT', `/users/${member.id}/ban`, administrator, {
        reason: `${displayName} once more`,
      }),
    )
    ok(await this.call('DELETE', `/users/${member.id}/ban`, administrator))
  }

  async #confirm(member: Member, email: string) {
    ok(await this.call('POST', `/users/${member.id}/emails`, member, { email }))
    const { token } = await this.mailbox.nth(email, 1)
    ok(await this.call('PUT', `/users/${member.id}/emails`, member, { token }))
  }

  /** By the application's own client, to which the member has granted this, as the consent page would note. */
  async #linked(member: Member, app: string, display_name: string) {
    const { id, key, secret } = this.#platform
    const granted = `INSERT INTO oauth_grant (id, account_id, client_id, credential_version, scopes, expires_at)
      SELECT $1, id, $2, credential_version, '{base}', now() + interval '1 day' FROM account WHERE id = $3`
    await onAccounts(this.suite, granted, [newId(), id, member.id])
    const linked = await this.suite.call('PUT', `/apps/${app}/accounts/${member.id}`, {
      as: basic(key, secret),
      body: { id: member.id.slice(-12), display_name },
    })
    ok(linked)
  }

  async #mailByOperator(recipient: string) {
    ok(
      await this.call('POST', '/outbound_email', this.administrator, {
        deadline: new Date(Date.now() + 60_000).toISOString(),
        idempotency_key: newId(),
        recipient,
        subject: 'x',
        body: 'x',
      }),
    )
  }

  /** Which of a member's traces are found in any table, stream, queue or log. */
  async found({ traces }: { traces: Traces }): Promise<string[]> {
    const everything = (await dumpAll(this.suite)).toLowerCase()
    return Object.entries(traces)
      .filter(([, value]) => {
        const text = value.toLowerCase()
        return everything.includes(text) || everything.includes(Buffer.from(value).toString('hex'))
      })
      .map(([name]) => name)
  }
}

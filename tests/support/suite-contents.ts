import { gameLinkSetV1 } from '@agora/shared/contracts/events/identity-v1'
import { newId } from '@agora/shared/contracts/ids'
import { shortUser } from '@agora/shared/contracts/types'
import { Browser } from '@agora/testing/page-browser'
import { queryTables } from '@agora/testing/query'
import { type Answer, basic, type Caller, type Member, type Suite } from '@agora/testing/suite'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { archiveDatabase } from '../../services/archive/tests/support/database.ts'
import { publish } from '../../services/archive/tests/support/service.ts'
import { obtainTokens, registerClient, signedIn } from '../../services/gateway/tests/oauth/client.ts'
import type { OpenidProvider } from '../../services/gateway/tests/openid-provider.ts'
import { createPixels } from '../../services/mail-jobs/src/mail/pixel.ts'
import { createReturnPaths } from '../../services/mail-jobs/src/mail/return-paths.ts'
import type { MailServer } from '../../services/mail-jobs/tests/mail-server.ts'

export const providerKeys = ['provider_a', 'provider_b'] as const
export type ProviderKey = (typeof providerKeys)[number]
export const PROVIDER_SECRET = 'a secret of providers'

/** A request that must succeed; returns its body. */
export type Make = (method: string, path: string, as: Caller, body?: unknown) => Promise<Answer['body']>

/** A member's verified address, and the tokens of two unused mails. */
export async function mailTokens(
  make: Make,
  mails: MailServer,
  member: Member,
  forgetful: Member,
): Promise<Record<string, string>> {
  const token = (recipient: string, count: number) =>
    vi.waitFor(
      () => {
        const all = mails.to(recipient)
        expect(all).toHaveLength(count)
        const found = /^[\w-]{43}$/m.exec(all.at(-1)?.text ?? '')?.[0]
        if (found === undefined) throw new Error(`a mail without a token: ${all.at(-1)?.text}`)
        return found
      },
      { timeout: 45_000, interval: 50 },
    )
  const ask = (who: Member, email: string) => make('POST', `/users/${who.id}/emails`, who, { email })
  const verify = async (who: Member, email: string) => {
    await ask(who, email)
    return make('PUT', `/users/${who.id}/emails`, who, { token: await token(email, 1) })
  }
  const [first, second, third] = ['first@example.com', 'second@example.com', 'third@example.com']
  const link = await verify(member, first)
  await ask(member, second)
  await verify(forgetful, third)
  await make('POST', '/auth/password-reset', { headers: {} }, { email: third })
  return { email_link: link.id, verify_token: await token(second, 1), reset_token: await token(third, 2) }
}

/** A member's finished data export; returns its id. */
export async function readyExport(
  make: Make,
  mails: MailServer,
  { id, password, ...member }: Member,
): Promise<string> {
  await make('POST', `/users/${id}/export`, member, { current_password: password })
  return vi.waitFor(
    () => {
      const mail = mails.to('first@example.com').at(-1)?.text ?? ''
      const found = /\/job\/exports\/([0-9a-f-]{36})/.exec(mail)?.[1]
      if (found === undefined) throw new Error(`a mail without the export: ${mail}`)
      return found
    },
    { timeout: 45_000, interval: 50 },
  )
}

/** A client with a grant from the member; returns its id. */
export async function grantedClient(suite: Suite, { username, password }: Member) {
  const client = await registerClient(suite, 'granted')
  const browser = await signedIn(suite.url, username, password)
  const { access_token: token } = await obtainTokens(suite, browser, client, 'base')
  return { clientId: client.id, token, caller: basic(client.key, client.secret) }
}

/** Runs a statement on the gateway's tables. */
export async function onAccounts(suite: Suite, text: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({
    connectionString: suite.database.urls.gateway,
    options: '-c search_path=gateway',
  })
  await client.connect()
  try {
    await client.query(text, values)
  } finally {
    await client.end()
  }
}

/** The administrator in a session that was opened and confirmed long ago. */
export async function oldSession(suite: Suite): Promise<Member> {
  const member = await suite.administrator()
  const newest = 'SELECT id FROM session WHERE account_id = $1 ORDER BY id DESC LIMIT 1'
  const aged = `UPDATE session SET confirmed_at = 'epoch' WHERE id = (${newest})`
  await onAccounts(suite, aged, [member.id])
  return member
}

/** Gives an account as many links as one may have, until `endLinks`. */
export const fillLinks = (suite: Suite, id: string | undefined): Promise<void> =>
  onAccounts(
    suite,
    `INSERT INTO user_link (id, account_id, type, external_id, display_name)
      SELECT gen_random_uuid(), $1, 'Email', 'full-' || n, 'full-' || n FROM generate_series(1, 20) n`,
    [id],
  )
export const endLinks = (suite: Suite): Promise<void> =>
  onAccounts(suite, `DELETE FROM user_link WHERE external_id LIKE 'full-%'`, [])

/** The unused answers with which members come back from each provider. */
export async function providerReturns(
  suite: Suite,
  providers: Record<ProviderKey, OpenidProvider>,
  member: Member,
  other: Member,
): Promise<Record<string, string>> {
  const names: Record<string, string> = {}
  for (const key of providerKeys) {
    const provider = providers[key]
    const path = `/api/v1/users/self/user-links/${key}`
    provider.register({
      id: 'agora',
      secret: PROVIDER_SECRET,
      callback: `${suite.url}${path}/callback`,
    })
    provider.user = { sub: 'somebody' }
    const travel = async (as: Caller) => {
      const browser = new Browser(provider.issuer)
      const answer = await suite.call('GET', `//${path.slice(1)}/authorize`, { as })
      for (let at = answer.headers.get('location') ?? ''; ; ) {
        const url = new URL(at)
        if (url.origin === suite.url) return url.search
        at = (await browser.get(at)).location ?? ''
      }
    }
    for (const purpose of ['linked', 'page', 'refused']) names[`${key}_${purpose}`] = await travel(member)
    for (const purpose of ['taken', 'full']) names[`${key}_${purpose}`] = await travel(other)
  }
  return names
}

/** The configured apps, with one delivered and one dead delivery. */
export async function knownApps(suite: Suite): Promise<Record<string, string>> {
  const client = new pg.Client({
    connectionString: suite.database.urls.apps,
    options: '-c search_path=apps',
  })
  await client.connect()
  try {
    const names: Record<string, string> = {}
    for (const { id, key } of (await client.query('SELECT id, key FROM app')).rows) names[`${key}_app`] = id
    for (const status of ['Delivered', 'Dead']) {
      const id = newId()
      names[`${status.toLowerCase()}_delivery`] = id
      await client.query(
        `INSERT INTO delivery (id, event_id, event_type, channel_id, body, status, attempts, settled_at)
         SELECT $1, $2, 'agora.test.v1', id, '{}', $3, 1, now() FROM channel WHERE app_id = $4`,
        [id, newId(), status, names.open_app],
      )
    }
    return names
  } finally {
    await client.end()
  }
}

/** A sent mail, with its job, task and pixel, and where one to a member goes that comes back. */
export async function knownJobs(
  make: Make,
  administrator: Caller,
  suite: Suite,
): Promise<Record<string, string>> {
  await make('POST', '/outbound_email', administrator, newMail('somebody@example.com'))
  const [job] = (await make('GET', '/job/jobs', administrator)).items
  const [mail] = (await make('GET', '/outbound_email', administrator)).items
  const key = Buffer.from(suite.secrets.mailPixelKey, 'hex')
  const pixel = createPixels(suite.url, key).urlOf(mail.id)
  const [toMember] = await queryTables<{ id: string }>(
    suite,
    'mail-jobs',
    `SELECT id FROM outbound_email WHERE kind = 'VerifyEmail' AND recipient IS NOT NULL LIMIT 1`,
  )
  const bounces = createReturnPaths('bounces@example.com', key).of(toMember?.id ?? '')
  return {
    job: job.id,
    task: job.task.id,
    pixel: new URL(pixel).pathname.split('/').at(-1) ?? '',
    bounce: /\+(.*)@/.exec(bounces ?? '')?.[1] ?? '',
  }
}

/** A body of POST /outbound_email with a new key. */
export const newMail = (recipient: string) => ({
  deadline: new Date(Date.now() + 3_600_000).toISOString(),
  idempotency_key: newId(),
  recipient,
  subject: 'unused',
  body: 'unused',
})

const SEEN = '2024-01-01T00:00:00.000Z'

/** One record of each kind; for each game also an account whose link, or its author, names nobody. */
export async function archiveSomething(suite: Suite, names: Record<string, string>): Promise<void> {
  const [a, b] = [names.server_a ?? '', names.server_b ?? '']
  const lines = [
    { type: 'GameACreature', server: a, id: '1' },
    { type: 'GameCScores', id: '1', scores: [] },
    { type: 'GameCRewards', id: '1', site_id: 1, rewards: [] },
    ...['1', '2', '3'].flatMap((id) => [
      { type: 'GameAUser', server: a, id },
      { type: 'GameBUser', server: b, id },
      { type: 'GameCUser', id },
    ]),
  ]
  const archive = await archiveDatabase(suite.database)
  try {
    await archive.importChunks([
      lines.map((line) => JSON.stringify({ ...line, retrieved_at: SEEN })).join('\n'),
    ])
  } finally {
    await archive.close()
  }
  const member = shortUser({ id: names.member ?? '', displayName: 'member' })
  const nobody = shortUser({ id: names.nowhere ?? '', displayName: 'nobody' })
  const places = [
    { game: 'game_a', server: a },
    { game: 'game_b', server: b },
    { game: 'game_c', server: null },
  ] as const
  for (const place of places) {
    for (const [id, user, by] of [
      ['2', nobody, member],
      ['3', member, nobody],
    ] as const) {
      const link = { time: SEEN, user: by }
      await publish(suite, gameLinkSetV1, { ...place, game_user_id: id, user, link, unlink: null })
    }
  }
}

/** The smallest PNG: one pixel. */
export const onePixel = () =>
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )

/** A picture that stays, and one to be deleted, of this member. */
export async function sentPictures(suite: Suite, as: Member): Promise<Record<string, string>> {
  const send = async () => {
    const headers = { 'content-type': 'image/png' }
    const { status, text, body } = await suite.call('POST', '/media', { as, headers, body: onePixel() })
    expect(status, text).toBe(200)
    return body.id as string
  }
  return { picture: await send(), doomed_picture: await send() }
}

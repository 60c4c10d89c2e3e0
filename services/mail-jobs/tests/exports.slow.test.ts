import { newId } from '@agora/shared/contracts/ids'
import type { Member } from '@agora/testing/suite'
import { unzipSync } from 'fflate'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErasureWorld, ok } from '../../../tests/support/erasure-world.ts'
import { noise } from '../../media/tests/support.ts'
import { entriesOf } from './zip.ts'

let world: ErasureWorld
let member: Awaited<ReturnType<ErasureWorld['member']>>
/** Of more pieces than one, and their sizes. */
let pictures: { id: string; bytes: number }[]
beforeAll(async () => {
  world = await ErasureWorld.start()
  member = await world.member('Olivine')
  await moderate()
  pictures = [await sendPicture(), await sendPicture()]
  ok(await world.call('PUT', `/users/${member.id}/avatar`, member, { media: pictures[1]?.id }))
})
afterAll(() => world?.close())

async function sendPicture() {
  const bytes = await noise(1_500, 1_500).jpeg({ quality: 90 }).toBuffer()
  const { id, bytes: kept } = ok(
    await world.call('POST', '/media', member, bytes, { 'content-type': 'image/jpeg' }),
  )
  expect(kept).toBeGreaterThan(600_000)
  return { id, bytes: kept }
}

/** What the member writes as a moderator. */
async function moderate() {
  const { friend, administrator } = world
  const post = ok(await world.call('POST', `/forum/threads/${member.thread}`, friend, { body: 'Gneiss?' }))
  const note = { last_revision_id: post.revisions.last.id, moderation: 'Seen.', comment: null }
  const noted = ok(await world.call('PATCH', `/forum/posts/${post.id}`, member, note))
  const { id: last } = noted.revisions.items.at(-1)
  const edit = { last_revision_id: last, content: 'About gneiss.', comment: 'no guesses' }
  ok(await world.call('PATCH', `/forum/posts/${post.id}`, member, edit))
  const reported = await world.call('POST', `/forum/posts/${post.id}/reports`, administrator, {
    reason: 'Spam',
  })
  const notes = `/forum/reports/${ok(reported).id}/notes`
  ok(await world.call('POST', notes, member, { body: 'A good rock.' }))
  ok(await world.call('POST', notes, administrator, { body: 'A dull one.' }))
}

const ask = (as: Member | undefined, id: string, body?: unknown) =>
  world.call('POST', `/users/${id}/export`, as, body)

/** The link in the member's newest mail, once it has arrived. */
async function linkOf(address: string): Promise<URL> {
  let found: string | undefined
  await expect
    .poll(
      async () => {
        found = /https?:\S*\/job\/exports\/[0-9a-f-]+\/1/.exec(
          (await world.mailbox.last(address)).text ?? '',
        )?.[0]
        return found
      },
      { timeout: 45_000 },
    )
    .toBeDefined()
  return new URL(found!)
}

/**
 * Makes the gateway open all its connections: a busy machine may take longer to open many at once than a request waits
 * for one, which is not the race under test.
 */
async function openConnections(): Promise<void> {
  const read = async () => (await world.call('GET', '/auth/self', member)).status
  await expect
    .poll(() => Promise.all(Array.from({ length: 20 }, read)), { timeout: 45_000 })
    .toEqual(Array(20).fill(200))
}

/** Queries a service's tables. */
async function rows<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
  service: 'mail-jobs' | 'gateway' = 'mail-jobs',
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: world.suite.database.urls[service],
    options: `-c search_path=${service.replace('-', '_')}`,
  })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Asks for another export, as if the time for repetitions were over; returns its job once it is known. */
async function askAnew() {
  await rows("UPDATE export_request SET requested_at = now() - interval '1 hour'", [], 'gateway')
  const job = ok(await ask(member, member.id, { current_password: member.password }))
  const known = async () => (await rows('SELECT FROM task WHERE id = $1', [job.task.id])).length
  await expect.poll(known, { timeout: 45_000 }).toBe(1)
  return job
}

const fetchAs = (link: URL, as?: Member) => fetch(link, as ? { headers: as.headers } : {})

describe('an export', () => {
  let link: URL
  test('requested twenty times at once is one job and one mail', async () => {
    await openConnections()
    const asked = await Promise.all(
      Array.from({ length: 20 }, () => ask(member, member.id, { current_password: member.password })),
    )
    const [job] = asked.map(ok)
    expect(job).toMatchObject({
      created_by: { id: member.id },
      task: { kind: 'ExportMember', kind_version: 1, status: 'Available' },
    })
    for (const answer of asked) expect(answer.body).toEqual(job)
    link = await linkOf(member.traces.address)
    const known = ok(await world.call('GET', `/job/jobs/${job.id}`, world.administrator))
    expect(known.task).toMatchObject({ id: job.task.id, status: 'Complete' })
    const { items } = ok(await world.call('GET', '/outbound_email', world.administrator))
    const sent = items.filter((mail: { payload: { kind: string } }) => mail.payload.kind === 'ExportReady')
    expect(sent).toHaveLength(1)
  })

  test('is only for its member', async () => {
    const { friend, administrator } = world
    expect((await fetchAs(link)).status).toBe(401)
    const inBrowser = await fetch(link, { headers: { accept: 'text/html' }, redirect: 'manual' })
    expect([inBrowser.status, inBrowser.headers.get('location')]).toEqual([
      303,
      `/sign-in?${new URLSearchParams({ next: link.pathname })}`,
    ])
    for (const stranger of [friend, administrator]) expect((await fetchAs(link, stranger)).status).toBe(404)
    const other = new URL(link)
    other.pathname = other.pathname.replace(/[^/]+\/1$/, `${newId()}/1`)
    expect((await fetchAs(other, member)).status).toBe(404)
    for (const file of ['0', '2', '-1', '1e0', '99999999999', 'x'])
      expect([file, (await fetchAs(new URL(`./${file}`, link), member)).status]).toEqual([file, 404])
  })

  test('contains every service’s data about the member, but no secret and nobody else’s remarks', async () => {
    const answer = await fetchAs(link, member)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect(answer.headers.get('content-disposition')).toContain('.zip')
    expect(answer.headers.get('cache-control')).toContain('no-store')
    const zip = new Uint8Array(await answer.arrayBuffer())
    const entries = entriesOf(zip)
    const { traces, id } = member
    expect(entries['gateway/account.ndjson']).toMatchObject([
      { id, username: traces.username, display_name: traces.displayName },
    ])
    expect(entries['gateway/external_links.ndjson']).toMatchObject([
      { type: 'Email', external_id: traces.address.toLowerCase() },
    ])
    for (const service of ['gateway', 'archive'])
      expect(entries[`${service}/game_links.ndjson`]).toMatchObject([{ game_user_id: traces.gameAccount }])
    expect(JSON.stringify(entries['gateway/sessions.ndjson'])).toContain(traces.browser)
    expect(entries['apps/apps.ndjson']).toMatchObject([{ key: 'platform' }])
    expect(entries['apps/accounts.ndjson']).toEqual([
      {
        app: { id: expect.any(String), key: 'platform', display_name: 'The platform' },
        id: member.id.slice(-12),
        display_name: traces.playerName,
        visibility: 'Public',
        linked_at: expect.any(String),
      },
    ])
    const sources = entries['forum/posts.ndjson']?.map(({ source }) => source)
    expect(sources).toEqual(['About granite.', 'About slate.', null, 'About gneiss.'])
    expect(entries['forum/report_notes.ndjson']?.map(({ body }) => body)).toEqual(['A good rock.'])
    expect(entries['forum/threads.ndjson']).toMatchObject([{ title: 'Stones' }])
    expect(entries['forum/sanctions.ndjson']).toMatchObject([{ reason: `Enough, ${traces.displayName}` }])
    expect(entries['forum/notification_settings.ndjson']).toMatchObject([{ email: 'Daily' }])
    expect(entries['forum/profile.ndjson']).toEqual([
      { user_id: id, about_source: traces.motto, pronouns: null, tagline: traces.motto },
    ])
    expect(entries['media/pictures.ndjson']).toMatchObject(pictures)
    expect(entries['media/avatar.ndjson']).toEqual([{ media_id: pictures[1]?.id }])
    const files = unzipSync(zip)
    for (const picture of pictures) {
      const shown = await fetch(`${world.suite.url}/api/v1/media/${picture.id}/full`)
      expect(files[`media/pictures/${picture.id}.webp`]).toEqual(new Uint8Array(await shown.arrayBuffer()))
    }
    expect(entries['mail-jobs/mails.ndjson']?.map(({ kind }) => kind)).toContain('VerifyEmail')
    const text = JSON.stringify(entries)
    for (const hidden of [
      'internal_note',
      `${traces.displayName} again`,
      'once more',
      'Gneiss?',
      'dull',
      '$argon2',
      traces.password,
    ])
      expect(text).not.toContain(hidden)
  })

  test('leaves no more than one copy, however often it fails', async () => {
    await world.suite.processes.archive[0]!.kill()
    const { task } = await askAnew()
    const [known] = await rows<{ id: string }>('SELECT id FROM member_export WHERE task_id = $1', [task.id])
    // As an attempt leaves it that was killed while it wrote.
    await rows(
      "INSERT INTO member_export_piece (export_id, attempt, file, position, bytes) VALUES ($1, 0, 1, 0, '')",
      [known!.id],
    )
    const left = async () =>
      (await rows('SELECT FROM member_export_piece WHERE export_id = $1 AND attempt = 0', [known!.id])).length
    await expect.poll(left, { timeout: 45_000 }).toBe(0)
    expect(
      await rows('SELECT FROM member_export WHERE id = $1 AND expires_at IS NULL', [known!.id]),
    ).toHaveLength(1)
    await world.suite.processes.archive[0]!.start()
  })

  test('is one of at most three of its member', async () => {
    for (let again = 0; again < 3; again++) await askAnew()
    const tasks = await rows("SELECT FROM task JOIN job ON job.id = job_id WHERE kind = 'ExportMember'")
    expect([(await rows('SELECT FROM member_export')).length, tasks.length]).toEqual([3, 3])
    expect((await fetchAs(link, member)).status).toBe(404)
  })

  test('is deleted with its member', async () => {
    const { id, password } = member
    ok(await world.call('DELETE', `/users/${id}`, member, { current_password: password }))
    expect((await fetchAs(link, member)).status).toBe(401)
    const left = async () => (await rows('SELECT FROM member_export_piece')).length
    await expect.poll(left, { timeout: 30_000 }).toBe(0)
  })
})

import { queryTables } from '@agora/testing/query'
import { basic, type Member, type Suite, startSuite } from '@agora/testing/suite'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { animation, eventually, outcome, png } from './support.ts'

let suite: Suite
let administrator: Awaited<ReturnType<Suite['administrator']>>
let other: Member
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum', 'media'] })
  administrator = await suite.administrator()
  other = await suite.member('looker')
})
afterAll(() => suite?.close())

type As = Parameters<Suite['call']>[2] extends { as?: infer Caller } | undefined ? Caller : never

async function send(as: As = administrator, width = 60, height = 40): Promise<string> {
  const { bytes } = await png(width, height)
  const headers = { 'content-type': 'image/png' }
  const answer = await suite.call('POST', '/media', { as, headers, body: bytes })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.id
}
const put = (body: object, key = 'welcome') =>
  suite.call('PUT', `/forum/sections/${key}`, {
    as: administrator,
    body: { display_name: 'Welcome', locale: 'en-US', ...body },
  })
const show = (media: string | null, key = 'welcome', as: As = administrator) =>
  suite.call('PUT', `/forum/sections/${key}/picture`, { as, body: { media } })
const pictureOf = async (key = 'welcome', as?: As) =>
  (await suite.call('GET', `/forum/sections/${key}`, as ? { as } : {})).body.picture
const patch = (body: object) => suite.call('PATCH', '/site', { as: administrator, body })
const site = async () => (await suite.call('GET', '/site')).body
const fileOf = (id: string, variant = 'full') => fetch(`${suite.url}/api/v1/media/${id}/${variant}`)
const isShown = async (id: string) => (await fileOf(id)).status === 200
const notFound = [404, { error: 'media not found' }]

/** As if a day had passed, and the sweep had come to what nothing shows. */
async function aDayLater(gone: readonly string[]): Promise<void> {
  await queryTables(
    suite,
    'media',
    "UPDATE media SET unclaimed_since = unclaimed_since - interval '25 hours'",
  )
  const [process] = suite.processes.media
  await process!.restart()
  for (const id of gone) await eventually(async () => expect(await isShown(id)).toBe(false))
}

it('a section is shown by a picture of who chose it, in every list', async () => {
  const picture = await send()
  const answer = await show(picture)
  expect(answer.status, answer.text).toBe(200)
  const shown = {
    media: picture,
    width: 60,
    height: 40,
    uri: `/api/v1/media/${picture}/full`,
    thumbnail_uri: `/api/v1/media/${picture}/thumbnail`,
  }
  expect(answer.body.picture).toEqual(shown)
  expect(await pictureOf()).toEqual(shown)
  for (const path of ['/forum/overview', '/forum/sections']) {
    const { body } = await suite.call('GET', path)
    const found = (body.sections ?? body.items).filter((one: { picture?: object }) => one.picture)
    expect(found, path).toHaveLength(1)
    expect(found[0]).toMatchObject({ key: 'welcome', picture: shown })
  }
  // Picture and settings change apart from each other; another's picture, and none at all, is refused.
  expect((await put({ display_name: 'Well met' })).body.picture).toEqual(shown)
  expect(outcome(await show(await send(other)))).toEqual(notFound)
  expect(outcome(await show('01890000-0000-7000-8000-000000000000'))).toEqual(notFound)
  expect((await show('x')).status).toBe(422)
  expect(await pictureOf()).toEqual(shown)
  const { body } = await show(null)
  expect([body.picture, body.display_name]).toEqual([undefined, 'Well met'])
})

it('nothing is shown by a picture that moves', async () => {
  const { bytes } = await animation(3, 40, 40)
  const headers = { 'content-type': 'image/gif' }
  const { body } = await suite.call('POST', '/media', { as: administrator, headers, body: bytes })
  expect(body.is_animated).toBe(true)
  const refused = [422, { error: 'invalid `picture`: must not move' }]
  expect(outcome(await show(body.id))).toEqual(refused)
  expect(outcome(await patch({ logo: body.id }))).toEqual(refused)
})

it('a section whose readers are few shows its picture to nobody else', async () => {
  const picture = await send()
  expect((await put({ display_name: 'Backstage', readers: 'Moderators' }, 'backstage')).status).toBe(200)
  expect((await show(picture, 'backstage')).body.picture.media).toBe(picture)
  for (const as of [undefined, other])
    for (const path of ['/forum/overview', '/forum/sections', '/forum/sections/backstage'])
      expect((await suite.call('GET', path, as ? { as } : {})).text).not.toContain(picture)
})

it('the site has a logo and an icon, squares of which are cut', async () => {
  const [logo, icon] = [await send(administrator, 120, 40), await send()]
  const { body } = await patch({ logo })
  expect(body.logo).toMatchObject({ media: logo, width: 120, height: 40, uri: `/api/v1/media/${logo}/full` })
  expect(body.icon.media).toBe(logo)
  for (const [uri, side] of [
    [body.icon.uri, 64],
    [body.icon.touch_uri, 180],
  ]) {
    const file = await fetch(`${suite.url}${uri}`)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
    const square = await sharp(Buffer.from(await file.arrayBuffer())).metadata()
    expect([square.width, square.height, square.format]).toEqual([side, side, 'png'])
  }
  expect((await fileOf(logo, 'icon-32')).status).toBe(404)
  expect((await patch({ icon })).body.icon.media).toBe(icon)
  expect((await patch({ name: 'The Guild' })).body).toMatchObject({
    logo: { media: logo },
    icon: { media: icon },
  })
  expect(outcome(await patch({ logo: await send(other) }))).toEqual(notFound)
  expect((await patch({ icon: null })).body.icon.media).toBe(logo)
  expect((await patch({ logo: null })).body).toMatchObject({ logo: null, icon: null })
})

it('what a section or the site is shown by is kept, and goes a day after it is shown no more', async () => {
  const [picture, logo, replaced] = [await send(), await send(), await send()]
  await show(replaced)
  await show(picture)
  await patch({ logo })
  await aDayLater([replaced])
  expect(await Promise.all([picture, logo].map(isShown))).toEqual([true, true])
  // Days on end.
  await aDayLater([])
  expect(await Promise.all([picture, logo].map(isShown))).toEqual([true, true])
  await show(null)
  await patch({ logo: null })
  await aDayLater([picture, logo])
})

it('a picture that is deleted is shown nowhere any more', async () => {
  const [picture, logo] = [await send(), await send()]
  await show(picture)
  await patch({ logo })
  for (const id of [picture, logo])
    expect((await suite.call('DELETE', `/media/${id}`, { as: administrator })).status).toBe(200)
  expect(await pictureOf()).toBeUndefined()
  expect(await site()).toMatchObject({ logo: null, icon: null })
})

it('the moderator of a section takes none from the site that a post shows there as well', async () => {
  const moderator = await suite.member('keeper')
  const granted = await suite.call('POST', '/forum/sections/welcome/role_grants', {
    as: administrator,
    body: { type: 'User', id: moderator.id },
  })
  expect(granted.status, granted.text).toBe(200)
  const logo = await send()
  await patch({ logo })
  const opened = await suite.call('POST', '/forum/sections/welcome', {
    as: administrator,
    body: { title: 'How we look', body: `![Our logo](media:${logo})` },
  })
  expect(opened.status, opened.text).toBe(200)
  const remove = () => suite.call('DELETE', `/media/${logo}`, { as: moderator })
  await eventually(async () =>
    expect(await queryTables(suite, 'media', `SELECT FROM claim WHERE media_id = '${logo}'`)).toHaveLength(1),
  )
  expect((await remove()).status).toBe(403)
  expect((await site()).logo.media).toBe(logo)
  await patch({ logo: null })
  expect((await remove()).status).toBe(200)
})

it('the community’s pictures outlive the account of who sent them, and nothing else of it does', async () => {
  const founder = await suite.member('founder')
  const power = (method: 'PUT' | 'DELETE') =>
    suite.call(method, `/users/${founder.id}/administrator`, { as: administrator })
  expect((await power('PUT')).status).toBe(200)
  const [picture, unused] = [await send(founder), await send(founder)]
  expect((await show(picture, 'welcome', founder)).status).toBe(200)
  expect((await power('DELETE')).status).toBe(200)
  const proof = { current_password: founder.password }
  // A change of power ends sessions.
  const as = basic(founder.username, founder.password)
  expect((await suite.call('DELETE', `/media/${picture}`, { as })).status).toBe(403)
  expect((await suite.call('DELETE', `/users/${founder.id}`, { as, body: proof })).status).toBe(200)
  await eventually(async () => expect(await isShown(unused)).toBe(false))
  expect(await isShown(picture)).toBe(true)
  await show(null)
  await aDayLater([picture])
})

it('a picture that is chosen while its sender deletes it is not deleted', async () => {
  const picture = await send(other)
  const client = new pg.Client({
    connectionString: suite.database.urls.media,
    options: '-c search_path=media',
  })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('BEGIN')
  await client.query('UPDATE media SET chosen_at = now() WHERE id = $1', [picture])
  const removed = suite.call('DELETE', `/media/${picture}`, { as: other })
  const waits =
    "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%gone_at = now()%'"
  await eventually(async () => expect(await queryTables(suite, 'media', waits)).toHaveLength(1))
  await client.query('COMMIT')
  expect((await removed).status).toBe(403)
  expect(await isShown(picture)).toBe(true)
  // It is shown by nothing.
  expect((await suite.call('DELETE', `/media/${picture}`, { as: other })).status).toBe(200)
})

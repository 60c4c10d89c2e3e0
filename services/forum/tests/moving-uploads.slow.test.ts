import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import { withUploads } from '@agora/moving/bodies/pieces'
import { nodebbDialect } from '@agora/moving/nodebb/dialect'
import { People } from '@agora/moving/nodebb/people'
import { queryTables } from '@agora/testing/query'
import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ok } from './helpers/forum.ts'
import { type Moved, move, movingFolder, reported, SITE } from './helpers/moving.ts'
import { day } from './helpers/small-forum.ts'

/** A forum that moves in with the folder of its uploads, beside the running instance. */

/** A picture of one pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')

/** A PNG of so many pixels that its header tells of, in next to no bytes. */
function bomb(side: number): Buffer {
  const crcOf = (bytes: Buffer) => {
    let crc = 0xffffffff
    for (const byte of bytes) {
      crc ^= byte
      for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
    }
    return (crc ^ 0xffffffff) >>> 0
  }
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crcOf(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const folder = movingFolder()
const uploads = folder.path('uploads')
/** Ours have alternative texts without brackets. */
const body = (image: string) => `Before ${image} after`
const image = (file: string, alt = 'pic') => `![${alt}](/assets/uploads/files/${file})`
const post = (id: number, author: string, text: string, format = 'markdown') => ({
  type: 'post',
  id: String(id),
  thread: '1',
  author,
  created_at: day(id),
  body: text,
  format,
})
const lines = [
  { type: 'forum', version: 1 },
  { type: 'section', id: '1', display_name: 'Art', key: 'art' },
  { type: 'user', id: '1', username: 'ada', display_name: 'Ada', created_at: day(1) },
  { type: 'user', id: '2', username: 'grace', display_name: 'Grace', created_at: day(1) },
  { type: 'thread', id: '1', section: '1', title: 'Pictures', author: '1', created_at: day(1) },
  post(1, '1', body(image('one%20two.gif', 'a [cat] *and* \\] more'))),
  post(2, '2', `${image('one%20two.gif')} ${image('one%20two.gif')}`),
  post(3, '1', '<p><img src="/assets/uploads/files/other.gif" alt="quote"></p>', 'html'),
  post(4, '1', `[${image('other.gif', 'shown')}](https://elsewhere.example/) \`${image('other.gif')}\``),
  post(5, '1', `${image('other.gif', 'see')} [later](imported:post:9)`),
  post(
    6,
    '1',
    ['missing.png', 'text.png', 'bomb.png', 'link.gif', '..%2f..%2foutside.gif', 'deep']
      .map((file) => image(file))
      .join('\n'),
  ),
  post(
    7,
    '1',
    'https://elsewhere.example/assets/uploads/files/other.gif ![x](https://elsewhere.example/x.gif)',
  ),
  {
    type: 'edit',
    post: '7',
    number: 1,
    author: '2',
    as_role: true,
    time: day(8),
    body: image('other.gif'),
    format: 'markdown',
  },
  post(9, '2', 'The last one'),
]

let suite: Suite
let moved: Moved
const file = () => folder.path('art.ndjson')
const run = () =>
  move('import', suite, ['--from', 'ndjson', file(), '--site', SITE, '--name', 'old'], { uploads })
beforeAll(async () => {
  mkdirSync(path.join(uploads, 'files/deep'), { recursive: true })
  const write = (name: string, bytes: Buffer | string) =>
    writeFileSync(path.join(uploads, 'files', name), bytes)
  write('one two.gif', GIF)
  write('other.gif', Buffer.concat([GIF, Buffer.from('other')]))
  write('text.png', 'no picture')
  write('bomb.png', bomb(60_000))
  writeFileSync(folder.path('outside.gif'), GIF)
  symlinkSync(folder.path('outside.gif'), path.join(uploads, 'files/link.gif'))
  folder.write('art.ndjson', lines)
  suite = await startSuite({ services: ['gateway', 'forum', 'media'] })
  moved = await run()
}, 120_000)
afterAll(() => suite?.close())

const idOf = async (oldId: number) =>
  ok(await suite.call('GET', `/forum/imported/old/post/${oldId}`)).post.id as string
async function bodiesOf(oldId: number): Promise<string[]> {
  const { revisions } = ok(await suite.call('GET', `/forum/posts/${await idOf(oldId)}`))
  return revisions.items.map(({ content }: { content: { html: string } }) => content.html)
}
const PICTURE =
  /<img src="(\/api\/v1\/media\/([^/]+)\/full)" alt="([^"]*)" width="1" height="1" loading="lazy">/g
async function shown(oldId: number): Promise<{ id: string; alt: string; uri: string }[]> {
  const html = (await bodiesOf(oldId)).join('')
  return [...html.matchAll(PICTURE)].map(([, uri = '', id = '', alt = '']) => ({ id, alt, uri }))
}
const media = () =>
  queryTables<{ id: string; name: string }>(
    suite,
    'media',
    'SELECT media.id, display_name AS name FROM media JOIN known_user ON known_user.id = owner_id ORDER BY media.id',
  )

it('uploads become pictures of the authors of the posts that show them', async () => {
  expect(moved.stderr + moved.stdout).toContain('taken 1 section, 2 users, 1 thread, 8 posts, 1 edit')
  expect(moved.stdout).toContain('Uploads shown as pictures of their authors: 5')
  const [first] = await shown(1)
  expect(first?.alt).toBe('a (cat) and ) more')
  expect((await fetch(`${suite.url}${first?.uri}`)).status).toBe(200)
  // The same file by two members are two, twice by one is one.
  const [one, again] = await shown(2)
  expect(one?.id).toBe(again?.id)
  expect(one?.id).not.toBe(first?.id)
  const [third] = await shown(3)
  expect(third?.alt).toBe('quote')
  expect((await media()).map(({ name }) => name).sort()).toEqual(['Ada', 'Ada', 'Grace'])
  // What a moderator's edit shows is the author's.
  expect((await shown(7)).map(({ id }) => id)).toEqual([third?.id])
})

it('what stands in a link or in code stays a link, and one that another link precedes stays a picture', async () => {
  expect((await bodiesOf(4)).join()).not.toContain('<img')
  const [fifth] = await shown(5)
  expect(fifth?.alt).toBe('see')
  expect((await bodiesOf(5)).join()).toContain(`href="${SITE}/posts/${await idOf(9)}"`)
})

it('what is missing, no picture, outside or behind a link stays a link, and is named in the report', async () => {
  const html = (await bodiesOf(6)).join()
  expect(html).not.toContain('<img')
  expect([...html.matchAll(/<a href="https:\/\/old\.invalid\/assets\/uploads\//g)]).toHaveLength(6)
  const notes = reported(file()).flatMap(({ note }) => note ?? [])
  expect(notes.filter((note) => note.startsWith('uploads that stay links'))).toEqual([
    'uploads that stay links: files/missing.png is not there; files/text.png is no picture; ' +
      'files/bomb.png is no sound picture, or too large to decode; files/link.gif is a link; ' +
      'files/../../outside.gif is outside of the uploads; and 1 more',
  ])
})

it('the posts claim them, and another import makes none twice', async () => {
  const before = await media()
  const claims = () => queryTables(suite, 'media', 'SELECT DISTINCT media_id FROM claim')
  await expect.poll(claims, { timeout: 30_000 }).toHaveLength(before.length)
  folder.write('art.ndjson', [...lines, post(10, '1', image('one%20two.gif'))])
  expect((await run()).status).toBe(0)
  expect(await media()).toEqual(before)
  expect((await shown(10)).map(({ id }) => id)).toEqual((await shown(1)).map(({ id }) => id))
})

it('one that was deleted since is not made again by another import', async () => {
  const [deleted] = await shown(3)
  const as = await suite.administrator()
  ok(await suite.call('DELETE', `/media/${deleted?.id}`, { as }))
  const before = await media()
  expect(before.map(({ id }) => id)).not.toContain(deleted?.id)
  folder.write('art.ndjson', [...lines, post(11, '1', image('other.gif'))])
  expect((await run()).status).toBe(0)
  expect(await media()).toEqual(before)
  expect(await shown(11)).toEqual([])
  const notes = reported(file()).flatMap(({ note }) => note ?? [])
  expect(notes.join('\n')).toContain('files/other.gif was deleted since an earlier import')
})

it('imported pictures take nothing from what a member may send', async () => {
  const rows = await queryTables(
    suite,
    'media',
    'SELECT FROM upload UNION ALL SELECT FROM attempt WHERE created_at IS NULL',
  )
  expect(rows).toEqual([])
})

it('NodeBB’s addresses of uploads are known below its own, of whatever scheme', () => {
  const { upload } = withUploads(nodebbDialect('nodebb', 'https://forum.example/talk', new People()))
  const found = [
    'https://forum.example/talk/assets/uploads/files/1-a%20b.png?x=1#y',
    'http://forum.example/talk/uploads/files/2.png',
    'https://forum.example/assets/uploads/files/3.png',
    'https://other.example/talk/assets/uploads/files/4.png',
    'https://forum.example/talk/assets/uploads/files/%zz.png',
  ].map((address) => upload?.(address))
  expect(found).toEqual(['files/1-a b.png', 'files/2.png', undefined, undefined, undefined])
})

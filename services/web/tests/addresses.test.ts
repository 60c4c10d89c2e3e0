import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areasOf } from '../src/areas/areas.ts'
import { slugOf } from '../src/areas/reading/slug.ts'
import { browserOf, openThread, replyTo, startPages } from './support.ts'

describe('the words of an address', () => {
  test.each([
    ['Hello, world!', 'hello-world'],
    ['  Déjà vu — été 2024 ', 'déjà-vu-été-2024'],
    ['Ｆｕｌｌ　ｗｉｄｔｈ', 'full-width'],
    ['Привет мир', 'привет-мир'],
    ['مرحبا بالعالم', 'مرحبا-بالعالم'],
    ['नमस्ते दुनिया', 'नमस्ते-दुनिया'],
    ['日本語のタイトル', '日本語のタイトル'],
    ['😀 / ?#%&', ''],
    ['../../etc/passwd', 'etc-passwd'],
    ['<script>alert(1)</script>', 'script-alert-1-script'],
    ['Unread', '-unread'],
    ['unread posts', 'unread-posts'],
    [
      'One two three four five six seven eight nine ten eleven twelve thirteen',
      'one-two-three-four-five-six-seven-eight-nine-ten-eleven',
    ],
    ['W'.repeat(128), 'w'.repeat(60)],
    ['𝒳'.repeat(128), 'x'.repeat(60)],
    ['𠮷'.repeat(128), '𠮷'.repeat(15)],
    ['한'.repeat(128), '한'.repeat(20)],
  ])('of %j are %j', (title, slug) => {
    expect(slugOf(title)).toBe(slug)
    expect(decodeURIComponent(encodeURIComponent(slug))).toBe(slug)
  })

  test('are never those of another page of the thread', () => {
    const names = new Set<string>()
    const note = (url: string) => {
      const [, name] = /^\/threads\/:thread\/([^/:*]+)/.exec(url) ?? []
      if (name) names.add(name)
    }
    for (const mount of areasOf({ env: { RUNBOOKS_URL: '' } }))
      mount({ get: note, post: note, postByAnybody: note })
    expect(names.size).toBeGreaterThan(8)
    for (const name of names) expect(slugOf(name)).not.toBe(name)
  })
})

describe('a thread', () => {
  let suite: Suite
  let ada: Member
  let administrator: Member
  beforeAll(async () => {
    suite = await startPages({ config: { site: { url: 'https://forum.example' } } })
    ada = await suite.member('ada')
    administrator = await suite.administrator()
  })
  afterAll(() => suite?.close())

  const placeOf = async (path: string) => {
    const { status, headers } = await fetch(suite.url + path, { redirect: 'manual' })
    return [status, headers.get('location')]
  }

  test('has one address with its title’s words; wrong ones lead there, those without words and old ones go on', async () => {
    const { id, post } = await openThread(suite, ada, { title: 'Crème brûlée?' })
    const right = `/threads/${id}/${encodeURIComponent('crème-brûlée')}`
    const canonical = `<link rel="canonical" href="https://forum.example${right}"/>`
    for (const path of [right, `/threads/${id}`]) {
      const { status, text } = await browserOf(suite).get(path)
      expect([status, text.includes(canonical)]).toEqual([200, true])
    }
    for (const wrong of ['a-scam', 'Crème-brûlée', 'x'.repeat(500), '%F0%9F%98%80', '-unread'])
      expect(await placeOf(`/threads/${id}/${encodeURI(wrong)}`)).toEqual([301, right])
    expect(await placeOf(`/threads/${id}/a-scam?page=2`)).toEqual([301, `${right}?page=2`])
    expect(await placeOf(`/posts/${post}`)).toEqual([303, `${right}#post-${post}`])
    for (const [path, address] of [
      ['/sections/welcome', right],
      ['/latest', right],
      ['/sections/welcome/sitemap.xml', `https://forum.example${right}`],
      [`/threads/${id}/feed.atom`, `https://forum.example${right}`],
    ] as const)
      expect((await browserOf(suite).get(path)).text).toContain(address)

    await suite.call('PATCH', `/forum/threads/${id}`, { as: administrator, body: { title: 'Flan' } })
    expect(await placeOf(right)).toEqual([301, `/threads/${id}/flan`])
    expect((await browserOf(suite).get(`/threads/${id}/flan`)).status).toBe(200)
    await suite.call('PATCH', `/forum/threads/${id}`, { as: administrator, body: { title: 'Unread' } })
    expect(await placeOf(`/threads/${id}/flan`)).toEqual([301, `/threads/${id}/-unread`])
    expect((await browserOf(suite).get(`/threads/${id}/-unread`)).status).toBe(200)
    await suite.call('PATCH', `/forum/threads/${id}`, { as: administrator, body: { title: '😀😀' } })
    expect(await placeOf(`/threads/${id}/flan`)).toEqual([301, `/threads/${id}`])
    const { headers } = await fetch(`${suite.url}/threads/${id}/flan`, { redirect: 'manual' })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('that is not there, or not for this reader, has no words that lead anywhere', async () => {
    const { id } = await openThread(suite, ada, { title: 'A secret', section: 'strategy' })
    const closing = { display_name: 'Strategy', parent: 'games', readers: 'Moderators' }
    await suite.call('PUT', '/forum/sections/strategy', { as: administrator, body: closing })
    const none = '01890000-0000-7000-8000-000000000000'
    for (const way of ['a-secret', 'wrong', 'resume', 'unread', 'jump?number=1', 'jump?date=2024-01-01']) {
      const [closed, unknown] = [
        await placeOf(`/threads/${id}/${way}`),
        await placeOf(`/threads/${none}/${way}`),
      ]
      expect([way, ...closed]).toEqual([way, 404, null])
      expect(unknown).toEqual(closed)
    }
  })

  test('leads to a post by its number, or by a day of the reader', async () => {
    const { id, post } = await openThread(suite, ada, { title: 'Long' })
    const posts = [post]
    for (let index = 0; index < 21; index++) posts.push(await replyTo(suite, ada, id))
    const at = (way: string) => placeOf(`/threads/${id}/jump?${way}`)
    const place = (index: number) => [
      303,
      `/threads/${id}/long${index > 19 ? '?page=2' : ''}#post-${posts[index]}`,
    ]
    for (const [way, index] of [
      ['number=1', 0],
      ['number=21', 20],
      ['number=22', 21],
      ['number=500', 21],
      ['number=9007199254740991', 21],
      ['number=3&date=', 2],
      ['date=1999-12-31', 0],
      ['date=2999-01-01', 21],
    ] as const)
      expect([way, ...(await at(way))]).toEqual([way, ...place(index)])
    for (const way of ['', 'number=&date=', 'number=-1', 'number=x', 'date=2024-13-99', 'date=0000-00-00'])
      expect([way, ...(await at(way))]).toEqual([way, 303, `/threads/${id}/long`])
    const guest = browserOf(suite)
    expect((await guest.get(`/threads/${id}`)).text).toContain(`action="/threads/${id}/jump"`)
    const { id: short } = await openThread(suite, ada, { title: 'Short' })
    expect((await guest.get(`/threads/${short}`)).text).not.toContain('/jump"')
  })

  test('opens in lists where its reader was, and can be answered on each page', async () => {
    const ben = await suite.member('ben')
    const { id } = await openThread(suite, ada, { title: 'Resumed', section: 'off_topic' })
    let last = ''
    for (let index = 0; index < 24; index++) last = await replyTo(suite, ada, id)
    const reader = browserOf(suite, ben)
    const placed = async (way: string) =>
      (await reader.get(`/threads/${id}/${way}`)).location?.replace(suite.url, '')
    await reader.get(`/threads/${id}?page=2`)
    expect((await reader.get('/sections/off_topic')).text).toContain(`href="/threads/${id}/resume"`)
    expect(await placed('resume')).toBe(`/threads/${id}/resumed?page=2#post-${last}`)
    const newcomer = browserOf(suite, await suite.member('cleo'))
    expect((await newcomer.get(`/threads/${id}/resume`)).location).toMatch(/\/resumed$/)
    const first = await reader.get(`/threads/${id}`)
    expect(first.text).toContain(`action="/threads/${id}/reply"`)
    const sent = await reader.fill(`/threads/${id}`, `/threads/${id}/reply`, { body: 'From the first page.' })
    expect((await reader.follow(sent)).text).toContain('From the first page.')
    const guest = (await browserOf(suite).get(`/threads/${id}`)).text
    expect(guest).toContain('Sign in to reply')
  })

  test('tells search engines and messengers what it is, and nothing that is covered', async () => {
    const hostile = '</script><script>alert(1)</script> & "quoted" ||the butler||'
    const { id, post } = await openThread(suite, ada, { title: 'Who? </script>', body: hostile })
    await replyTo(suite, ada, id)
    const { text, headers } = await browserOf(suite).get(`/threads/${id}`)
    const [, json = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(text) ?? []
    const data = JSON.parse(json)
    expect(data).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'DiscussionForumPosting',
      headline: 'Who? </script>',
      url: `https://forum.example/threads/${id}/who-script`,
      author: { '@type': 'Person', name: 'ada', url: `https://forum.example/members/${ada.id}` },
      interactionStatistic: { userInteractionCount: 1 },
    })
    expect(data.datePublished).toMatch(/^\d{4}-.*Z$/)
    expect(data.text).toContain('</script><script>alert(1)</script> & "quoted"')
    expect(json).not.toContain('butler')
    expect(headers.get('content-security-policy')).not.toContain('unsafe-inline')
    expect((await browserOf(suite, ada).get(`/threads/${id}`)).text).not.toContain('ld+json')
    const { body } = await suite.call('GET', `/forum/posts/${post}`)
    const hide = { last_revision_id: body.revisions.items.at(-1).id, comment: 'Not here' }
    await suite.call('DELETE', `/forum/posts/${post}`, { as: administrator, body: hide })
    const hidden = async () => (await browserOf(suite).get(`/threads/${id}`)).text
    await expect.poll(hidden).not.toContain('ld+json')
  })
})

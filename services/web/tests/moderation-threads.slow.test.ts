import { fieldsOf } from '@agora/testing/page-browser'
import type { Member } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserOf, type ModeratedSite, moderatedSite, replyTo } from './support.ts'

let administrator: Member
let { suite, moderator, ada, spammer, open, section } = {} as ModeratedSite
beforeAll(async () => {
  ;({ suite, moderator, ada, spammer, open, section } = await moderatedSite('moderated'))
  administrator = await suite.administrator()
})
afterAll(() => suite?.close())

describe('a moderator', () => {
  test('pins, locks, renames, moves, deletes and restores a thread, all of it logged', async () => {
    const { id } = await open(ada, { title: 'Before' })
    const browser = browserOf(suite, administrator)
    const path = `/threads/${id}/moderate`
    expect((await browser.fill(path, path, { title: 'x' })).text).toContain('id="title-problem"')
    const settings = { title: 'After', is_pinned: 'on', is_locked: 'on' }
    const set = await browser.follow(await browser.fill(path, path, settings))
    expect(set.text).toContain('The title is changed. The thread is pinned. The thread is locked.')
    const news = await section('news')
    const told = await browser.follow(await browser.fill(path, `/threads/${id}/move`, { section: news.id }))
    expect(told.text).toContain('The thread is moved.')
    const moved = (await suite.call('GET', `/forum/threads/${id}`)).body
    expect(moved).toMatchObject({
      title: 'After',
      is_pinned: true,
      is_locked: true,
      section: { key: 'news' },
    })
    expect((await browserOf(suite, ada).get(`/threads/${id}`)).text).toContain('This thread is locked.')
    await browser.fill(path, `/threads/${id}/delete`, { comment: 'Twice the same' })
    expect((await browserOf(suite).get(`/threads/${id}`)).status).toBe(404)
    await browser.fill(path, `/threads/${id}/restore`)
    expect((await browserOf(suite).get(`/threads/${id}`)).status).toBe(200)
    const { text } = await browser.get('/moderation/log')
    for (const words of ['pinned', 'locked', 'renamed', 'moved', 'deleted', 'restored', 'Twice the same'])
      expect(text).toContain(words)
  })

  test('saves what they changed of a thread, and keeps what another has changed meanwhile', async () => {
    const { id } = await open(ada, { title: 'Teh rules' })
    const path = `/threads/${id}/moderate`
    const browser = browserOf(suite, moderator)
    const seen = fieldsOf((await browser.get(path)).text, path)
    await browserOf(suite, administrator).fill(path, path, { is_locked: 'on', is_pinned: 'on' })
    const thread = async () => (await suite.call('GET', `/forum/threads/${id}`)).body
    const locked = { is_locked: true, is_pinned: true }

    expect((await browser.post(path, seen)).status).toBe(303)
    expect(await thread()).toMatchObject({ title: 'Teh rules', ...locked })
    const wrong = await browser.post(path, { ...seen, title: 'x' })
    expect([wrong.status, wrong.text.includes('id="title-problem"')]).toEqual([422, true])
    const again = fieldsOf(wrong.text, path)
    expect(again).toEqual({ ...seen, title: 'x', 'form-token': expect.any(String) })
    expect((await browser.post(path, { ...again, title: 'The rules' })).status).toBe(303)
    expect(await thread()).toMatchObject({ title: 'The rules', ...locked })

    const { is_pinned: _pinned, ...unpinned } = fieldsOf((await browser.get(path)).text, path)
    await browser.post(path, unpinned)
    expect(await thread()).toMatchObject({ title: 'The rules', is_locked: true, is_pinned: false })
  })

  test('says what became of a mark while that holds, also to somebody who opens the address again', async () => {
    const { id } = await open(ada)
    const path = `/threads/${id}/moderate`
    const browser = browserOf(suite, moderator)
    const pinned = await browser.fill(path, path, { is_pinned: 'on' })
    const again = new URL(pinned.location ?? '', suite.url)
    expect((await browser.follow(pinned)).text).toContain('The thread is pinned.')
    await suite.call('PATCH', `/forum/threads/${id}`, { as: moderator, body: { is_pinned: false } })
    const { text } = await browser.get(`${again.pathname}${again.search}`)
    expect(text).not.toContain('The thread is pinned.')
    expect(text).not.toContain('The thread is no longer pinned.')
  })

  test('keeps the boxes as they were set when a title is refused', async () => {
    const { id } = await open(ada, { title: 'A good title' })
    const path = `/threads/${id}/moderate`
    const browser = browserOf(suite, moderator)
    const wrong = await browser.fill(path, path, { title: 'x', is_pinned: 'on' })
    expect(fieldsOf(wrong.text, path)).toMatchObject({ title: 'x', is_pinned: 'on' })
    await browser.post(path, { ...fieldsOf(wrong.text, path), title: 'A better title' })
    expect((await suite.call('GET', `/forum/threads/${id}`)).body).toMatchObject({
      title: 'A better title',
      is_pinned: true,
    })
  })

  test('hides a post and brings it back', async () => {
    const { id } = await open(ada)
    const post = await replyTo(suite, spammer, id, 'Very **rude**.')
    const browser = browserOf(suite, moderator)
    const path = `/posts/${post}/hide`
    await browser.fill(path, path, { comment: 'Be kind.' })
    const hidden = (await browserOf(suite).get(`/threads/${id}`)).text
    expect(hidden).toContain('Be kind.')
    expect(hidden).not.toContain('rude')
    expect((await browser.get(path)).text).toContain('rude')
    await browser.fill(path, `/posts/${post}/unhide`)
    expect((await browserOf(suite).get(`/threads/${id}`)).text).toContain('Very <strong>rude</strong>.')
  })
})

import { sharedSite } from '@agora/testing/shared-suite'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserOf, openThread } from './support.ts'

let suite: Suite
let ada: Member
let ben: Member
beforeAll(async () => {
  suite = await sharedSite()
  ada = await suite.member('ada')
  ben = await suite.member('ben')
})
afterAll(() => suite?.close())

describe('reactions to a post', () => {
  const buttons = (text: string, post: string) => {
    const [, form = ''] =
      new RegExp(`<form method="post" action="/posts/${post}/reactions".*?>(.*?)</form>`, 's').exec(text) ??
      []
    return [
      ...form.matchAll(/<button class="reaction" name="(\w+)" value="(\w+)"[^>]*aria-label="([^"]+)"/g),
    ].map(([, name, value, label]) => [name, value, label])
  }

  test('are given and taken back by buttons, and seen by everybody with who gave them', async () => {
    const { id, post } = await openThread(suite, ada, { title: 'Liked' })
    const [ofAda, ofBen, guest] = [browserOf(suite, ada), browserOf(suite, ben), browserOf(suite)]
    const path = `/threads/${id}`
    expect(buttons((await ofAda.get(path)).text, post)).toEqual([])
    expect(buttons((await ofBen.get(path)).text, post)).toEqual([
      ['give', 'heart', 'heart'],
      ['give', 'smile', 'smile'],
      ['give', 'trophy', 'trophy'],
    ])
    const action = `/posts/${post}/reactions`
    const given = await ofBen.fill(path, action, { give: 'heart' })
    expect([given.status, given.location]).toEqual([303, `${suite.url}${path}/liked#post-${post}`])
    const { text } = await ofBen.get(path)
    expect(buttons(text, post)[0]).toEqual(['take', 'heart', 'heart 1'])
    expect(text).toContain('aria-pressed="true"')
    expect((await ofAda.get(path)).text).toContain('<span class="reaction" role="img" aria-label="heart 1">')
    const names = (await guest.get(action)).text
    expect(names).toContain(`href="/members/${ben.id}"`)
    await expect
      .poll(async () => (await ofAda.get('/notifications')).text)
      .toContain('reacted to your post in')
    expect((await ofBen.fill(path, action, { take: 'heart' })).status).toBe(303)
    expect(buttons((await ofBen.get(path)).text, post)[0]).toEqual(['give', 'heart', 'heart'])
    expect((await guest.get(action)).text).toContain('Nobody has reacted')
  })
})

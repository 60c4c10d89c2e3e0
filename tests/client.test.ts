import { createAgoraClient } from '@agora/client'
import { services } from '@agora/shared/contracts/services'
import { basic } from '@agora/testing/client'
import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

describe('the typed client', () => {
  let suite: Suite
  beforeAll(async () => {
    suite = await startSuite({ services })
  })
  afterAll(() => suite?.close())

  test('registers a member, opens a thread, replies and reads it back', async () => {
    const guest = createAgoraClient(suite.url)
    const password = 'correct horse battery'
    const registered = await guest.POST('/api/v1/users', {
      body: { username: 'ada', display_name: 'Ada', password },
    })
    expect(registered.data?.display_name.current.value).toBe('Ada')

    const ada = createAgoraClient(suite.url, { headers: basic('ada', password).headers })
    const opened = await ada.POST('/api/v1/forum/sections/{section_ref}', {
      params: { path: { section_ref: 'welcome' } },
      body: { title: 'Hello', body: 'First' },
    })
    const thread_ref = opened.data?.id ?? ''
    const reply = await ada.POST('/api/v1/forum/threads/{thread_ref}', {
      params: { path: { thread_ref } },
      body: { body: 'Second' },
    })
    expect(reply.data?.revisions.last.content?.html).toBe('Second')

    const { data } = await guest.GET('/api/v1/forum/threads/{thread_ref}', {
      params: { path: { thread_ref }, query: { limit: 1, offset: 1 } },
    })
    expect(data?.posts).toMatchObject({ offset: 1, limit: 1, count: 2 })
    expect(data?.posts.items.map(({ id }) => id)).toEqual([reply.data?.id])
  })

  test('types a refusal by the messages that its status can have', async () => {
    const guest = createAgoraClient(suite.url)
    const { data, error, response } = await guest.GET('/api/v1/apps/{app_id}', {
      params: { path: { app_id: 'nothing' } },
    })
    expect(data).toBeUndefined()
    expect(response.status).toBe(404)
    expect(error).toEqual({ error: 'app not found' })
  })

  test('reads every area', async () => {
    const guest = createAgoraClient(suite.url)
    const answers = await Promise.all([
      guest.GET('/api/v1/config'),
      guest.GET('/api/v1/forum/sections'),
      guest.GET('/api/v1/apps'),
      guest.GET('/api/v1/archive/game_c/users/{user_id}/scores', { params: { path: { user_id: '1' } } }),
      guest.POST('/api/v1/captcha/{scope}/challenge', { params: { path: { scope: 'register' } } }),
    ])
    expect(answers.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200])
  })
})

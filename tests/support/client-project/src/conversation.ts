import {
  createAgoraClient,
  type NotificationEvent,
  type Schemas,
  type WebhookEvent,
  type WebhookEvents,
} from '@agora/client'

/** What users of the published client do with it: ten calls and a stream. */
export async function converse(site: string) {
  let calls = 0
  const must = async <Data>(answer: Promise<{ data?: Data; response: Response }>) => {
    calls += 1
    const { data, response } = await answer
    if (data === undefined) throw new Error(`${response.status} ${response.url}`)
    return data
  }
  const register = async (username: string) => {
    const client = createAgoraClient(site)
    const password = `${username} has a password`
    await must(client.POST('/api/v1/users', { body: { username, display_name: username, password } }))
    client.use({
      onRequest: ({ request }) =>
        request.headers.set('authorization', `Basic ${btoa(`${username}:${password}`)}`),
    })
    return client
  }
  const [ada, ben] = [await register('package_ada'), await register('package_ben')]

  const context = await must(ada.GET('/api/v1/auth/self'))
  // Guests have none.
  if (context.type === 'User') context.is_administrator satisfies boolean

  const leaving = new AbortController()
  const told: NotificationEvent['event'][] = []
  const thread = await must(
    ada.POST('/api/v1/forum/sections/{section_ref}', {
      params: { path: { section_ref: 'welcome' } },
      body: { title: 'Packed and unpacked', body: 'First' },
    }),
  )
  const path = { thread_ref: thread.id }
  const listen = async () => {
    for await (const event of ada.streamNotifications({ signal: leaving.signal })) {
      told.push(event.event)
      if (event.event === 'Reply' && event.data.thread.id === thread.id) break
    }
  }
  const listening = listen()
  await must(
    ada.PUT('/api/v1/forum/threads/{thread_ref}/subscription', {
      params: { path },
      body: { level: 'Watching' },
    }),
  )
  const answering = setInterval(() => {
    void ben.POST('/api/v1/forum/threads/{thread_ref}', { params: { path }, body: { body: 'An answer' } })
  }, 500)
  try {
    await listening
  } finally {
    clearInterval(answering)
    leaving.abort()
  }

  await must(ada.GET('/api/v1/forum/threads/{thread_ref}/first_unread', { params: { path } }))
  await must(ada.GET('/api/v1/forum/overview'))
  await must(ada.GET('/api/v1/notifications', { params: { query: { unread: true } } }))
  await must(ada.PUT('/api/v1/notifications/read', { body: { ids: [] } }))
  const query = { q: 'unpacked', in: 'titles' } as const
  let found: Schemas['ForumSearchHits'] = await must(ada.GET('/api/v1/forum/search', { params: { query } }))
  for (let waits = 0; found.count === 0 && waits < 50; waits += 1) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    found = (await ada.GET('/api/v1/forum/search', { params: { query } })).data ?? found
  }
  return {
    calls,
    told,
    found: found.items.map(({ post }) => (post ? 'post' : 'title')),
    context: context.type,
  }
}

/** What a receiver of events does with them. */
export function told(event: WebhookEvent): string | undefined {
  const { type, data } = event
  if (type === 'agora.forum.thread.created') return `${event.time} ${data.thread.title} by ${data.author.id}`
  if (type === 'agora.moderation.MoveThread.v1') return data.data.to_section
  if (type === 'agora.identity.user.banned') return data.expires_at ?? 'for good'
  return event.type === 'agora.test' ? undefined : event.subject
}

/** Must not compile; never called. */
export function misread(event: WebhookEvent, test: WebhookEvents['agora.test']) {
  // @ts-expect-error: there is no such event
  if (event.type === 'agora.forum.thread.liked') return
  // @ts-expect-error: an erased member has no name any more
  if (event.type === 'agora.identity.user.erased') event.data.user.display_name
  // @ts-expect-error: a test is about nothing
  test.subject
}

/** Must not compile; never called. */
export async function refused() {
  const client = createAgoraClient('')
  const url = '/api/v1/forum/threads/{thread_ref}'
  const params = { path: { thread_ref: 'x' } }
  // @ts-expect-error: there is no such key
  await client.PATCH(url, { params, body: { is_pined: 'yes' } })
  // @ts-expect-error: nor beside an existing one
  await client.PATCH(url, { params, body: { is_pinned: true, is_locket: true } })
  // @ts-expect-error: it is a boolean
  await client.PATCH(url, { params, body: { is_pinned: 'yes' } })
  // @ts-expect-error: there is no such parameter
  await client.GET('/api/v1/forum/search', { params: { query: { q: 'x', sort: 'new' } } })
  // @ts-expect-error: the path has a parameter
  await client.GET(url)
  // @ts-expect-error: there is no such path
  await client.GET('/api/v1/forum/nothing')
  // @ts-expect-error: it never ends
  await client.GET('/api/v1/notifications/stream')
  const { data } = await client.GET('/api/v1/auth/self')
  // @ts-expect-error: only some kinds have it
  data?.user
  for await (const { event, data: about } of client.streamNotifications()) {
    // @ts-expect-error: about a role, not a thread
    if (event === 'RoleGranted') about.thread.id
    if (event === 'RoleGranted') about.role.length
    // @ts-expect-error: there is no such event
    if (event === 'Liked') return
  }
}

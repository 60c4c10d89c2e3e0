import { cannot, noSection, noThread, type Row, unauthenticated, unresolved } from './forum-rows.ts'

const forMembers = (target: string, body?: unknown): readonly Row[] => [
  ['needs a member', 'guest', target, unauthenticated, body],
  ['takes no client for a member', 'client', target, unauthenticated, body],
  ['refuses a banned member', 'banned', target, unresolved, body],
  ['tells a token nothing that does not read the forum', 'token: base', target, '403 forbidden', body],
]
const byWriters = (target: string, body?: unknown): readonly Row[] => [
  ...forMembers(target, body),
  ['refuses a token that may only read', 'token: read', target, '403 forbidden', body],
]
const noQueue = cannot('read this report queue')

const watching = { level: 'Watching' }

const subscriptionOf = (name: string, notFound: string) => ({
  get: [
    ...forMembers(`{${name}}`),
    ['tells the default', 'stranger', `{${name}}`, { level: 'None', is_default: true }],
    ['knows nothing of this id', 'stranger', '{nowhere}', notFound],
  ] satisfies Row[],
  put: [
    ...byWriters(`{${name}}`, watching),
    ['watches', 'stranger', `{${name}}`, { level: 'Watching', is_default: false }, watching],
    ['knows nothing of this id', 'stranger', '{nowhere}', notFound, watching],
  ] satisfies Row[],
  delete: [
    ...byWriters(`{${name}}`),
    ['goes back to the default', 'stranger', `{${name}}`, { level: 'None', is_default: true }],
    ['knows nothing of this id', 'stranger', '{nowhere}', notFound],
  ] satisfies Row[],
})
const ofSection = subscriptionOf('open', noSection)
const ofThread = subscriptionOf('locked', noThread)

/** Members' subscriptions and notifications. */
export const notificationWalk: Readonly<Record<string, readonly Row[]>> = {
  'GET /sections/{section_ref}/subscription': ofSection.get,
  'PUT /sections/{section_ref}/subscription': ofSection.put,
  'DELETE /sections/{section_ref}/subscription': ofSection.delete,
  'GET /threads/{thread_ref}/subscription': ofThread.get,
  'PUT /threads/{thread_ref}/subscription': ofThread.put,
  'DELETE /threads/{thread_ref}/subscription': ofThread.delete,
  'GET /notifications': [
    ...forMembers(''),
    ['lists what the member was told', 'stranger', '?unread=true', { offset: 0, limit: 20 }],
  ],
  'GET /notifications/stream': [...forMembers(''), ['opens a stream', 'stranger', '', '200 ']],
  'GET /moderation/stream': [
    ['needs a member', 'guest', '', unauthenticated],
    ['takes no client for a member', 'client', '', unauthenticated],
    ['refuses a banned member', 'banned', '', unresolved],
    ['refuses a member', 'author', '?section={open}', noQueue],
    ['refuses a section’s moderator without a section', 'moderator', '', noQueue],
    ['opens a stream of a section', 'moderator', '?section={open}', '200 '],
    ['opens a stream of the whole site', 'global moderator', '', '200 '],
    ['knows no such section', 'administrator', '?section={nowhere}', noSection],
  ],
  'GET /notifications/unsubscribe/{token}': [
    ['knows a link', 'guest', '{unsubscribe}', {}, undefined, { accept: 'application/json' }],
    ['knows no such link', 'guest', '{nowhere}', '404 unsubscribe link not found'],
  ],
  'POST /notifications/unsubscribe/{token}': [
    ['ends the digests of whoever it was mailed to', 'guest', '{unsubscribe}', {}],
    ['knows no such link', 'stranger', '{nowhere}', '404 unsubscribe link not found'],
  ],
  'GET /notifications/count': [
    ...forMembers(''),
    ['counts what is unread', 'stranger', '', {}],
    ['tells a moderator what waits', 'moderator', '?include=reports', { reports: {} }],
    ['includes nothing else', 'stranger', '?include=all', '400 invalid `include` query parameter'],
  ],
  'PUT /notifications/read': [
    ...byWriters('', { ids: [] }),
    ['passes over what is nobody’s', 'stranger', '', {}, { ids: ['{nowhere}'] }],
  ],
  'GET /notifications/settings': [
    ...forMembers(''),
    ['tells the defaults', 'stranger', '', { auto_watch: true, email: 'Never' }],
  ],
  'PATCH /notifications/settings': [
    ...byWriters('', { auto_watch: false }),
    ['changes what is given', 'stranger', '', { auto_watch: false, email: 'Never' }, { auto_watch: false }],
  ],
}

import type { CallerName } from './forum-world.ts'

/**
 * The guarantee, the caller, the values of the route's parameter and query, the expected answer (a status and message,
 * or part of the body of a 200), then the body and headers to send. `{name}` stands for one of the world's names.
 */
export type Row = readonly [
  guarantee: string,
  caller: CallerName,
  target: string,
  answer: string | object,
  body?: unknown,
  headers?: Record<string, string>,
]

export const cannot = (what: string) => `403 current actor does not have the permission to ${what}`
export const unknown = '{nowhere}'
export const member = (name: string) => ({ type: 'User', id: `{${name}}` })
export const sectionOf = (name: string) => ({ type: 'ForumSection', id: `{${name}}` })
export const unauthenticated = '401 authentication required'
export const unresolved = '401 invalid credentials'
export const noSection = '404 section not found'

/** Sent with a creation, which then happens once. */
export const keyed = { 'idempotency-key': 'walk' }

/** A creating route's answers to a caller who has used the key `keyed`: with another body, and to an invalid key. */
export const keyRefusals = (caller: CallerName, target: string, another: object): readonly Row[] => [
  [
    'creates nothing else with a key that was used',
    caller,
    target,
    '422 idempotency key was used for another request',
    another,
    keyed,
  ],
  [
    'takes no key with a space',
    caller,
    target,
    '422 invalid idempotency key',
    another,
    { 'idempotency-key': 'a b' },
  ],
]

/** Markup that cannot be parsed. */
export const opened = '[quote]never closed'
/** Five times as long when escaped. */
export const swelling = '&'.repeat(65_536)
export const noThread = '404 thread not found'
export const noReply = cannot('create a post in this thread')
export const noPost = '404 post not found'
export const noParse = '400 failed to parse provided body'
export const noRender = '400 failed to render provided body'

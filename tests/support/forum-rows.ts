import type { CallerName } from './forum-world.ts'

/**
 * What is promised, who asks, what fills the route's parameter and its query, what is answered: a status and message,
 * or a part of the body of a 200. Then the body that is sent. `{name}` stands for one of the world's names.
 */
export type Row = readonly [
  guarantee: string,
  caller: CallerName,
  target: string,
  answer: string | object,
  body?: unknown,
]

export const cannot = (what: string) => `403 current actor does not have the permission to ${what}`
export const unknown = '{nowhere}'
export const member = (name: string) => ({ type: 'User', id: `{${name}}` })
export const sectionOf = (name: string) => ({ type: 'ForumSection', id: `{${name}}` })
export const unauthenticated = '401 authentication required'
export const unresolved = '401 invalid credentials'
export const noSection = '404 section not found'

import type { CallOptions } from '@agora/testing/client'
import type { CallerName, World } from './suite-world.ts'

/** A body, or a function that makes one. */
export type Body = object | ((world: World) => Promise<unknown>)

/**
 * The guarantee, the caller, the path below /api/v1, the expected answer (a status and message, or part of the body of
 * a 200), then the body and headers to send. `{name}` stands for one of the world's names.
 */
export type Row = readonly [
  guarantee: string,
  caller: CallerName,
  path: string,
  answer: string | object,
  body?: Body | undefined,
  headers?: Record<string, string>,
]

/** The rows of each operation, requested in order; the first can be sent again at any time. */
export type Walk = Readonly<Record<string, readonly Row[]>>

/** A members' route's answer to everyone else. */
export const forMembers = (path: string, body?: Body): readonly Row[] => [
  ['needs a member', 'guest', path, '401 authentication required', body],
  ['refuses bad credentials', 'bad credentials', path, '401 invalid credentials', body],
]

/** An administrators' route's answer to everyone else. */
export const forAdministrators = (path: string, body?: Body): readonly Row[] => [
  ...forMembers(path, body),
  ['refuses a member', 'member', path, '403 forbidden', body],
]

/** An administrator's answer without a recent sign-in. */
export const forRecent = (path: string, body?: Body): Row => [
  'needs a recent sign-in',
  'old session',
  path,
  '403 recent sign-in is required',
  body,
]

/** The options of a row's request. */
export async function optionsOf(world: World, [, caller, , , body, headers]: Row): Promise<CallOptions> {
  const sent = typeof body === 'function' ? await body(world) : body
  return {
    as: world.callers[caller],
    ...(sent === undefined ? {} : { body: sent }),
    ...(headers ? { headers } : {}),
  }
}

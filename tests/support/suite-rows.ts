import type { CallOptions } from '@agora/testing/client'
import type { CallerName, World } from './suite-world.ts'

/** A body, or what makes one. */
export type Body = object | ((world: World) => Promise<unknown>)

/**
 * What is promised, who asks, the path below /api/v1, what is answered: a status and message, or a part of the body of
 * a 200. Then the body and headers that are sent. `{name}` stands for one of the world's names.
 */
export type Row = readonly [
  guarantee: string,
  caller: CallerName,
  path: string,
  answer: string | object,
  body?: Body | undefined,
  headers?: Record<string, string>,
]

/** The rows of each operation, asked in their order; the first succeeds. */
export type Walk = Readonly<Record<string, readonly Row[]>>

/** What a route for members answers whoever is none. */
export const forMembers = (path: string, body?: Body): readonly Row[] => [
  ['needs a member', 'guest', path, '401 authentication required', body],
  ['refuses bad credentials', 'bad credentials', path, '401 invalid credentials', body],
]

/** What a route for administrators answers everybody else. */
export const forAdministrators = (path: string, body?: Body): readonly Row[] => [
  ...forMembers(path, body),
  ['refuses a member', 'member', path, '403 forbidden', body],
]

/** The options of the request that a row makes. */
export async function optionsOf(world: World, [, caller, , , body, headers]: Row): Promise<CallOptions> {
  const sent = typeof body === 'function' ? await body(world) : body
  return {
    as: world.callers[caller],
    ...(sent === undefined ? {} : { body: sent }),
    ...(headers ? { headers } : {}),
  }
}

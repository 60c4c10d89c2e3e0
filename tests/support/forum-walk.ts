import type { Row } from './forum-rows.ts'
import { contentWalk } from './forum-walk-content.ts'
import { moderationWalk } from './forum-walk-moderation.ts'
import { notificationWalk } from './forum-walk-notifications.ts'
import { reportWalk } from './forum-walk-reports.ts'

/** Every route of the forum; the rows of each are asked in their order. */
export const forumWalk: Readonly<Record<string, readonly Row[]>> = {
  ...contentWalk,
  ...reportWalk,
  ...moderationWalk,
  ...notificationWalk,
}

/** One after the other they are filled as one. */
const parameter = /\{\w+\}(?:\/\{\w+\})*/

/** The path of a route: what is given fills its parameter, or follows it where it has none; a query goes last. */
export function pathOf(template: string, target: string): string {
  const [place = '', query] = target.split('?')
  const path = parameter.test(template) ? template.replace(parameter, place) : template + place
  return query === undefined ? path : `${path}?${query}`
}

/** As the walk names a route of the forum: what is not below /notifications is below /forum. */
export const walkedAs = (template: string): string => template.replace(/^\/forum/, '')

/** The path, below /api/v1, of a route that the walk names. */
export const forumPathOf = (template: string, target: string): string =>
  `${template.startsWith('/notifications') ? '' : '/forum'}${pathOf(template, target)}`

import type { Row } from './forum-rows.ts'
import { groupWalk } from './forum-walk-groups.ts'
import { moderationWalk } from './forum-walk-moderation.ts'
import { notificationWalk } from './forum-walk-notifications.ts'
import { postWalk } from './forum-walk-posts.ts'
import { reportWalk } from './forum-walk-reports.ts'
import { sectionWalk } from './forum-walk-sections.ts'
import { statisticsWalk } from './forum-walk-statistics.ts'
import { textWalk } from './forum-walk-texts.ts'
import { threadWalk } from './forum-walk-threads.ts'

/** Every route of the forum; the rows of each are requested in order. */
export const forumWalk: Readonly<Record<string, readonly Row[]>> = {
  ...sectionWalk,
  ...groupWalk,
  ...textWalk,
  ...statisticsWalk,
  ...threadWalk,
  ...postWalk,
  ...reportWalk,
  ...moderationWalk,
  ...notificationWalk,
}

const parameter = /\{\w+\}/g

/** A route's path: the parts of the value fill its parameters, or it is appended if there are none; a query goes last. */
export function pathOf(template: string, target: string): string {
  const [place = '', query] = target.split('?')
  const parts = place.split('/')
  const path = template.includes('{')
    ? template.replace(parameter, () => (parts.length > 1 ? parts.shift() : parts[0]) ?? '')
    : template + place
  return query === undefined ? path : `${path}?${query}`
}

/** The walk's name for a forum route: everything but /notifications is below /forum. */
export const walkedAs = (template: string): string => template.replace(/^\/forum/, '')

/** The path, below /api/v1, of a route in the walk. */
export const forumPathOf = (template: string, target: string): string =>
  `${template.startsWith('/notifications') ? '' : '/forum'}${pathOf(template, target)}`

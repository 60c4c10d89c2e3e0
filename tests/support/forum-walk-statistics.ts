import { type Row, unauthenticated, unresolved } from './forum-rows.ts'

/** How much is written. */
export const statisticsWalk: Readonly<Record<string, readonly Row[]>> = {
  'GET /statistics': [
    ['needs a member', 'guest', '', unauthenticated],
    ['refuses bad credentials', 'bad credentials', '', unresolved],
    ['refuses a global moderator', 'global moderator', '', '403 forbidden'],
    ['counts', 'administrator', '', {}],
  ],
}

import { type Row, unauthenticated, unknown, unresolved } from './forum-rows.ts'

const settings = { display_name: 'Made' }
const group = { type: 'ForumGroup', key: 'walk_made', display_name: 'Made' }
const noGroup = '404 group not found'
const noUser = '404 user not found'
const forbidden = '403 forbidden'

/** Groups of members; the world has `walk_testers`, with the stranger in it. */
export const groupWalk: Readonly<Record<string, readonly Row[]>> = {
  'GET /groups': [
    ['needs a member', 'guest', '', unauthenticated],
    ['refuses bad credentials', 'bad credentials', '', unresolved],
    ['refuses a token that may not read', 'token: base', '', forbidden],
    ['lists all to an administrator', 'administrator', '', { offset: 0, count: 1 }],
    ['lists their own to a member', 'stranger', '?limit=1', { limit: 1, count: 1 }],
    ['lists none of others', 'author', '', { count: 0, items: [] }],
    ['lists none of others to who moderates', 'global moderator', '', { count: 0, items: [] }],
  ],
  'PUT /groups/{key}': [
    ['needs a member', 'guest', 'walk_made', unauthenticated, settings],
    ['refuses bad credentials', 'bad credentials', 'walk_made', unresolved, settings],
    ['refuses a global moderator', 'global moderator', 'walk_made', forbidden, settings],
    ['makes a group', 'administrator', 'walk_made', { ...group, members: { count: 0 } }, settings],
    ['renames it', 'administrator', 'walk_made', { display_name: 'N' }, { display_name: 'N' }],
    ['takes no such key', 'administrator', 'Walk-made', noGroup, settings],
  ],
  'GET /groups/{key}/members': [
    ['needs a member', 'guest', 'walk_testers', unauthenticated],
    ['refuses bad credentials', 'bad credentials', 'walk_testers', unresolved],
    ['refuses a token that may not read', 'token: base', 'walk_testers', forbidden],
    ['tells an administrator', 'administrator', 'walk_testers', { count: 1 }],
    ['tells who is in it', 'stranger', 'walk_testers', { count: 1 }],
    ['is not there for anybody else', 'author', 'walk_testers', noGroup],
    ['knows no such group', 'administrator', 'walk_nowhere', noGroup],
  ],
  'PUT /groups/{key}/members/{user_id}': [
    ['needs a member', 'guest', 'walk_testers/{author}', unauthenticated],
    ['refuses bad credentials', 'bad credentials', 'walk_testers/{author}', unresolved],
    ['refuses who is in it', 'stranger', 'walk_testers/{author}', forbidden],
    ['puts a member in', 'administrator', 'walk_testers/{author}', { members: { count: 2 } }],
    ['puts them in once', 'administrator', 'walk_testers/{author}', { members: { count: 2 } }],
    ['knows no such group', 'administrator', 'walk_nowhere/{author}', noGroup],
    ['knows no such member', 'administrator', `walk_testers/${unknown}`, noUser],
  ],
  'DELETE /groups/{key}/members/{user_id}': [
    ['needs a member', 'guest', 'walk_testers/{author}', unauthenticated],
    ['refuses bad credentials', 'bad credentials', 'walk_testers/{author}', unresolved],
    ['refuses who is in it', 'stranger', 'walk_testers/{stranger}', forbidden],
    ['takes a member out', 'administrator', 'walk_testers/{author}', { members: { count: 1 } }],
    ['is done once', 'administrator', 'walk_testers/{author}', { members: { count: 1 } }],
    ['knows no such group', 'administrator', 'walk_nowhere/{author}', noGroup],
    ['takes no such id', 'administrator', 'walk_testers/nobody', noUser],
  ],
  'DELETE /groups/{key}': [
    ['needs a member', 'guest', 'walk_made', unauthenticated],
    ['refuses bad credentials', 'bad credentials', 'walk_made', unresolved],
    ['refuses a global moderator', 'global moderator', 'walk_made', forbidden],
    ['keeps one that a section names', 'administrator', 'walk_testers', '409 group is in use'],
    ['deletes the group', 'administrator', 'walk_made', {}],
    ['knows it no more', 'administrator', 'walk_made', noGroup],
  ],
}

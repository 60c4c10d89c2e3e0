import {
  cannot,
  keyed,
  keyRefusals,
  noParse,
  noRender,
  noSection,
  noThread,
  opened,
  type Row,
  swelling,
  unauthenticated,
  unknown,
  unresolved,
} from './forum-rows.ts'
import { withdrawn } from './forum-world.ts'

const section = { key: 'walk_new', display_name: 'New', locale: null }
const settings = { display_name: 'New', locale: 'fr-FR' }
const input = { title: 'Hello', body: 'World' }
const noThreadHere = cannot('create a thread in this section')

/** Sections, what is new in them, and search. */
export const sectionWalk: Readonly<Record<string, readonly Row[]>> = {
  'GET /sections': [
    ['lists the sections to anybody', 'guest', '', { offset: 0, limit: 100 }],
    ['reads bad credentials as a guest', 'bad credentials', '?limit=1', { limit: 1 }],
  ],
  'POST /sections': [
    ['needs the internal key', 'administrator', '', '401 missing internal authentication header', section],
    ['refuses a wrong key', 'wrong internal key', '', '403 invalid internal authentication key', section],
    [
      'creates a section',
      'internal service',
      '',
      { key: 'walk_new', role_grants: [], children: [] },
      section,
    ],
    [
      'updates it by its key',
      'internal service',
      '',
      { display_name: 'N' },
      { ...section, display_name: 'N' },
    ],
    [
      'knows no such parent',
      'internal service',
      '',
      '422 parent section not found',
      { ...section, parent: 'walk_nowhere' },
    ],
    [
      'gives no child to a section that holds threads',
      'internal service',
      '',
      '422 parent section holds threads',
      { ...section, parent: 'walk_open' },
    ],
    [
      'closes no circle of parents',
      'internal service',
      '',
      '422 parent section is the section itself or below it',
      { key: 'walk_category', display_name: 'category', locale: null, parent: 'walk_inner' },
    ],
  ],
  'PUT /sections/{section_ref}': [
    ['needs a member', 'guest', 'walk_put', unauthenticated, settings],
    ['refuses bad credentials', 'bad credentials', 'walk_put', unresolved, settings],
    ['refuses a global moderator', 'global moderator', 'walk_put', '403 forbidden', settings],
    ['creates a section', 'administrator', 'walk_put', { key: 'walk_put', locale: 'fr-FR' }, settings],
    ['changes it', 'administrator', 'walk_put', { display_name: 'N', locale: null }, { display_name: 'N' }],
    ['knows no section of this id', 'administrator', unknown, noSection, settings],
    ['takes no such key', 'administrator', 'Walk-put', noSection, settings],
    [
      'knows no such parent',
      'administrator',
      'walk_put',
      '422 parent section not found',
      { ...settings, parent: 'walk_nowhere' },
    ],
    [
      'gives no child to a section that holds threads',
      'administrator',
      'walk_put',
      '422 parent section holds threads',
      { ...settings, parent: 'walk_open' },
    ],
    [
      'closes no circle of parents',
      'administrator',
      '{category}',
      '422 parent section is the section itself or below it',
      { display_name: 'category', parent: 'walk_inner' },
    ],
  ],
  'GET /overview': [['shows every section with its newest post', 'guest', '', { type: 'ForumOverview' }]],
  'GET /search': [
    ['lists what says so to anybody', 'guest', '?q=hello+world', { offset: 0, limit: 20 }],
    [
      'looks where it is told to',
      'author',
      '?q=hello&section=walk_open&author={author}&in=posts',
      { limit: 20 },
    ],
    ['needs something to look for', 'guest', '?q=-hello', '422 invalid `q` query parameter'],
    ['knows posts and titles', 'guest', '?q=hello&in=both', '422 invalid `in` query parameter'],
    ['knows no such section', 'guest', '?q=hello&section=walk_nowhere', noSection],
    ['knows no such author', 'bad credentials', `?q=hello&author=${unknown}`, '404 user not found'],
  ],
  'GET /sections/{section_ref}': [
    ['shows a section by its id', 'guest', '{open}', { key: 'walk_open' }],
    ['shows a section by its key', 'bad credentials', 'walk_open', { id: '{open}' }],
    ['knows no such id', 'guest', unknown, noSection],
    ['knows no such key', 'administrator', 'walk_nowhere', noSection],
  ],
  'POST /sections/{section_ref}': [
    ['opens a thread', 'author', '{open}', { title: 'Hello', posts: { count: 1 } }, input, keyed],
    ...keyRefusals('author', '{open}', { ...input, title: 'Another' }),
    ['shows no deleted thread again', 'author', '{open}', noThread, withdrawn.thread, withdrawn.key],
    ['opens one under a token that may write', 'token: write', 'walk_open', { title: 'Hello' }, input],
    ['opens none in a category', 'author', '{category}', '400 section holds no threads', input],
    ['refuses invalid markup', 'author', '{open}', noParse, { ...input, body: opened }],
    ['refuses what renders too long', 'author', '{open}', noRender, { ...input, body: swelling }],
    ['refuses bad credentials', 'bad credentials', '{open}', unresolved, input],
    ['refuses a banned member', 'banned', '{open}', unresolved, input],
    ['reads an ended session as a guest', 'banned session', '{open}', noThreadHere, input],
    ['refuses a guest', 'guest', '{open}', noThreadHere, input],
    ['refuses a client', 'client', '{open}', noThreadHere, input],
    ['refuses a token that may only read', 'token: read', '{open}', noThreadHere, input],
    ['refuses who is muted', 'muted', '{open}', noThreadHere, input],
    ['lets a section’s mute end at its border', 'muted', '{other}', { title: 'Hello' }, input],
    ['knows no such section', 'author', unknown, noSection, input],
  ],
}

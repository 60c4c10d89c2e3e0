import {
  cannot,
  keyed,
  keyRefusals,
  member,
  noSection,
  type Row,
  sectionOf,
  unauthenticated,
  unknown,
  unresolved,
} from './forum-rows.ts'
import { withdrawn } from './forum-world.ts'

const opened = '[quote]never closed'
/** Five times as long when escaped. */
const swelling = '&'.repeat(65_536)

const noThread = '404 thread not found'
const noPost = '404 post not found'
const noImported = '404 imported content not found'
const noParse = '400 failed to parse provided body'
const noRender = '400 failed to render provided body'
const alreadyDeleted = '409 thread is already deleted'
const section = { key: 'walk_new', display_name: 'New', locale: null }
const settings = { display_name: 'New', locale: 'fr-FR' }
const input = { title: 'Hello', body: 'World' }
const noThreadHere = cannot('create a thread in this section')
const noReply = cannot('create a post in this thread')
const noModeration = cannot('moderate this thread')
const noMove = cannot('move this thread')
const noDeletion = cannot('delete this thread')
const noRestoration = cannot('restore this thread')
const noSource = cannot('read the source of this post')
const noEdit = cannot('update this post')
const noHiding = cannot('hide this post')
const edit = (name: string, over: object = { content: 'Corrected.' }) => ({
  last_revision_id: `{${name}_revision}`,
  comment: null,
  ...over,
})
const hide = (name: string) => ({ last_revision_id: `{${name}_revision}` })
const preview = (name: string, body = 'Hi') => ({ body, section: { id: `{${name}}` } })
const into = (name: string) => ({ section: sectionOf(name) })

/** Sections, threads, reading and posts. */
export const contentWalk: Readonly<Record<string, readonly Row[]>> = {
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
      'leaves one of the configuration as it is there',
      'administrator',
      'welcome',
      '409 section is in the configuration',
      settings,
    ],
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
  'GET /threads/{thread_ref}': [
    ['shows a thread', 'guest', '{thread}', { id: '{thread}', posts: { offset: 0, limit: 10, count: 1 } }],
    ['shows a deleted one to its moderator', 'moderator', '{deleted}', { id: '{deleted}' }],
    ['hides a deleted one from its author', 'author', '{deleted}', noThread],
    ['hides it from a moderator’s token without the scope', 'token: write', '{deleted}', noThread],
    ['knows no such thread', 'guest', unknown, noThread],
  ],
  'POST /threads/{thread_ref}': [
    [
      'adds a post',
      'stranger',
      '{thread}',
      { type: 'ForumPost', revisions: { count: 1 } },
      { body: 'Hi' },
      keyed,
    ],
    ...keyRefusals('stranger', '{thread}', { body: 'Another' }),
    ['shows no deleted post again', 'author', '{withdrawn}', noPost, withdrawn.reply, withdrawn.key],
    ['refuses invalid markup', 'author', '{thread}', noParse, { body: opened }],
    ['refuses what renders too long', 'author', '{thread}', noRender, { body: swelling }],
    ['refuses bad credentials', 'bad credentials', '{thread}', unresolved, { body: 'Hi' }],
    ['refuses a banned member', 'banned', '{thread}', unresolved, { body: 'Hi' }],
    ['refuses a guest', 'guest', '{thread}', noReply, { body: 'Hi' }],
    ['refuses a client', 'client', '{thread}', noReply, { body: 'Hi' }],
    ['refuses a token that may only read', 'token: read', '{thread}', noReply, { body: 'Hi' }],
    ['refuses who is muted', 'muted', '{thread}', noReply, { body: 'Hi' }],
    ['refuses everybody in a locked thread', 'administrator', '{locked}', noReply, { body: 'Hi' }],
    ['knows no such thread', 'author', unknown, noThread, { body: 'Hi' }],
    ['shows no deleted thread', 'author', '{deleted}', noThread, { body: 'Hi' }],
  ],
  'PATCH /threads/{thread_ref}': [
    [
      'renames, pins and locks',
      'moderator',
      '{doomed}',
      { title: 'Renamed', is_pinned: true, is_locked: true },
      { title: 'Renamed', is_pinned: true, is_locked: true },
    ],
    [
      'is open to a global moderator',
      'global moderator',
      '{doomed}',
      { is_locked: false },
      { is_locked: false },
    ],
    ['refuses a guest', 'guest', '{thread}', noModeration, { is_pinned: true }],
    ['refuses the thread’s author', 'author', '{thread}', noModeration, { title: 'Mine' }],
    ['refuses a token without the scope', 'token: write', '{thread}', noModeration, { is_pinned: true }],
    ['refuses another section’s moderator', 'moderator', '{foreign}', noModeration, { is_pinned: true }],
    ['reads bad credentials as a guest', 'bad credentials', '{thread}', noModeration, { is_pinned: true }],
    ['knows no such thread', 'moderator', unknown, noThread, { is_pinned: true }],
    ['changes no deleted thread', 'moderator', '{deleted}', alreadyDeleted, { is_pinned: true }],
  ],
  'POST /threads/{thread_ref}/section': [
    ['refuses a guest', 'guest', '{movable}', noMove, into('other')],
    ['refuses the thread’s author', 'author', '{movable}', noMove, into('other')],
    ['refuses who may not moderate there', 'moderator', '{movable}', noMove, into('other')],
    [
      'moves into no category',
      'administrator',
      '{movable}',
      '400 destination section holds no threads',
      into('category'),
    ],
    ['knows no such thread', 'administrator', unknown, noThread, into('other')],
    [
      'knows no such destination',
      'administrator',
      '{movable}',
      '404 destination section not found',
      into('nowhere'),
    ],
    ['moves no deleted thread', 'administrator', '{deleted}', alreadyDeleted, into('other')],
    [
      'changes nothing into the same section',
      'moderator',
      '{movable}',
      { section: { id: '{open}' } },
      into('open'),
    ],
    ['moves', 'global moderator', '{movable}', { section: { id: '{other}' } }, into('other')],
    ['moves back', 'global moderator', '{movable}', { section: { id: '{open}' } }, into('open')],
  ],
  'DELETE /threads/{thread_ref}': [
    ['refuses a guest', 'guest', '{doomed}', noDeletion],
    ['refuses the thread’s author', 'author', '{doomed}', noDeletion],
    ['refuses another section’s moderator', 'moderator', '{foreign}', noDeletion],
    ['knows no such thread', 'moderator', unknown, noThread],
    ['deletes', 'moderator', '{doomed}', { id: '{doomed}' }, { comment: 'Off topic.' }],
    ['deletes no thread twice', 'moderator', '{doomed}', alreadyDeleted],
    ['shows a deleted one to no author', 'author', '{doomed}', noThread],
  ],
  'POST /threads/{thread_ref}/restore': [
    ['refuses a guest', 'guest', '{thread}', noRestoration],
    ['refuses the thread’s author', 'author', '{thread}', noRestoration],
    ['knows no such thread', 'moderator', unknown, noThread],
    ['shows a deleted one to no author', 'author', '{restorable}', noThread],
    ['restores', 'moderator', '{restorable}', { id: '{restorable}', posts: { count: 1 } }],
    ['restores no thread twice', 'moderator', '{restorable}', '409 thread is not deleted'],
  ],
  'POST /threads/{thread_ref}/read': [
    ['needs a member', 'guest', '{thread}', unauthenticated, { up_to_post: '{thread_post}' }],
    ['takes no client for a member', 'client', '{thread}', unauthenticated, { up_to_post: '{thread_post}' }],
    ['refuses bad credentials', 'bad credentials', '{thread}', unresolved, { up_to_post: '{thread_post}' }],
    [
      'refuses a token without the scope',
      'token: base',
      '{thread}',
      '403 forbidden',
      { up_to_post: '{thread_post}' },
    ],
    ['records', 'author', '{answered}', { is_unread: false }, { up_to_post: '{reply}' }],
    ['knows no such thread', 'author', unknown, noThread, { up_to_post: '{thread_post}' }],
    [
      'refuses another thread’s post',
      'author',
      '{thread}',
      '422 post does not belong to this thread',
      { up_to_post: '{reply}' },
    ],
  ],
  'GET /threads/{thread_ref}/first_unread': [
    ['finds what another member wrote', 'author', '{thread}', { thread: { id: '{thread}' } }],
    ['finds nothing in one’s own words', 'author', '{movable}', '404 no unread post'],
    ['needs a member', 'guest', '{thread}', unauthenticated],
    ['takes no client for a member', 'client', '{thread}', unauthenticated],
    ['refuses bad credentials', 'bad credentials', '{thread}', unresolved],
    ['refuses a token without the scope', 'token: base', '{thread}', '403 forbidden'],
    ['knows no such thread', 'author', unknown, noThread],
    ['shows no deleted thread', 'author', '{deleted}', noThread],
  ],
  'POST /read_floor': [
    ['needs a member', 'guest', '', unauthenticated, {}],
    ['takes no client for a member', 'client', '', unauthenticated, {}],
    ['refuses a banned member', 'banned', '', unresolved, {}],
    ['refuses a token without the scope', 'token: base', '', '403 forbidden', {}],
    ['answers the sections, all read', 'stranger', '', { offset: 0 }, {}],
  ],
  'GET /posts/{post_ref}': [
    [
      'shows a post and its thread',
      'guest',
      '{thread_post}',
      { id: '{thread_post}', thread: { id: '{thread}' } },
    ],
    ['knows no such post', 'guest', unknown, noPost],
    ['hides a deleted thread’s', 'author', '{deleted_post}', noPost],
  ],
  'GET /posts/{post_ref}/source': [
    [
      'shows the author the source',
      'author',
      '{thread_post}',
      { revisions: { items: [{ content: { marktwin: 'First post.' } }] } },
    ],
    ['shows it to the moderator', 'moderator', '{thread_post}', { id: '{thread_post}' }],
    ['refuses a guest', 'guest', '{thread_post}', noSource],
    ['refuses another member', 'stranger', '{thread_post}', noSource],
    ['refuses a client', 'client', '{thread_post}', noSource],
    ['reads bad credentials as a guest', 'bad credentials', '{thread_post}', noSource],
    ['knows no such post', 'author', unknown, noPost],
  ],
  'GET /imported/{source}/{kind}/{old_id}': [
    [
      'tells anybody where a thread went',
      'guest',
      'old/thread/1',
      { kind: 'thread', thread: { id: '{thread}' }, post: null },
    ],
    ['tells where a post went', 'guest', 'old/post/1', { post: { id: '{thread_post}' }, offset: 0 }],
    ['tells who a member is', 'guest', 'old/user/1', { user: member('author') }],
    ['tells where a section went', 'guest', 'old/section/1', { section: { id: '{open}' } }],
    ['tells a moderator of a deleted thread', 'moderator', 'old/thread/2', { thread: { id: '{deleted}' } }],
    ['keeps a deleted thread from others', 'stranger', 'old/thread/2', noImported],
    ['knows no other kinds', 'guest', 'old/role/1', noImported],
  ],
  'GET /posts/{post_ref}/location': [
    ['tells the place of a post', 'guest', '{thread_post}', { post: '{thread_post}', offset: 0 }],
    ['knows no such post', 'guest', unknown, noPost],
    ['hides a deleted thread’s', 'author', '{deleted_post}', noPost],
  ],
  'GET /posts/{post_ref}/quotation': [
    ['makes markup of a post', 'guest', '{thread_post}', { body: '[quote=author]\nFirst post.\n[/quote]\n' }],
    ['knows no such post', 'guest', unknown, noPost],
    ['hides a deleted thread’s', 'author', '{deleted_post}', noPost],
  ],
  'POST /preview': [
    ['renders', 'author', '', { html: '<strong>Hi</strong>' }, preview('open', '**Hi**')],
    ['refuses invalid markup', 'author', '', noParse, preview('open', opened)],
    ['refuses what renders too long', 'author', '', noRender, preview('open', swelling)],
    ['refuses bad credentials', 'bad credentials', '', unresolved, preview('open')],
    ['refuses a guest', 'guest', '', noReply, preview('open')],
    ['refuses who is muted', 'muted', '', noReply, preview('open')],
    ['renders nothing for a category', 'author', '', '400 section holds no threads', preview('category')],
    ['knows no such section', 'author', '', noSection, preview('nowhere')],
  ],
  'PATCH /posts/{post_ref}': [
    ['refuses invalid markup', 'author', '{edited_post}', noParse, edit('edited', { content: opened })],
    [
      'refuses what renders too long',
      'author',
      '{edited_post}',
      noRender,
      edit('edited', { content: swelling }),
    ],
    ['refuses a guest', 'guest', '{edited_post}', noEdit, edit('edited')],
    ['refuses another member', 'stranger', '{edited_post}', noEdit, edit('edited')],
    ['refuses the author once there is a reply', 'author', '{answered_post}', noEdit, edit('answered')],
    ['refuses the author once moderated', 'author', '{moderated_post}', noEdit, edit('moderated')],
    [
      'refuses a note by the author',
      'author',
      '{edited_post}',
      noEdit,
      edit('edited', { moderation: 'Mine' }),
    ],
    ['corrects', 'author', '{edited_post}', { revisions: { count: 2 } }, edit('edited')],
    ['refuses a revision that is not the last', 'author', '{edited_post}', noEdit, edit('edited')],
    ['knows no such post', 'author', unknown, noPost, edit('edited')],
  ],
  'DELETE /posts/{post_ref}': [
    ['refuses a guest', 'guest', '{hidden_post}', noHiding, hide('hidden')],
    ['refuses the author', 'author', '{hidden_post}', noHiding, hide('hidden')],
    ['refuses bad credentials alike', 'bad credentials', '{hidden_post}', noHiding, hide('hidden')],
    ['answers alike where there is no post', 'moderator', unknown, noHiding, hide('hidden')],
    ['answers alike for a body of the wrong shape', 'moderator', '{hidden_post}', noHiding, { comment: 1 }],
    ['hides', 'moderator', '{hidden_post}', { revisions: { count: 2 } }, hide('hidden')],
    [
      'answers alike for a revision that is not the last',
      'moderator',
      '{hidden_post}',
      noHiding,
      hide('hidden'),
    ],
  ],
}

import {
  cannot,
  member,
  noParse,
  noPost,
  noRender,
  noReply,
  noSection,
  noThread,
  opened,
  type Row,
  swelling,
  unauthenticated,
  unknown,
  unresolved,
} from './forum-rows.ts'

const noReaction = '404 reaction not found'
const noImported = '404 imported content not found'
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

/** Posts, and where imported ones went. */
export const postWalk: Readonly<Record<string, readonly Row[]>> = {
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
    ['names one account', 'guest', '{thread_post}?by=account', {}],
    ['names nothing else', 'guest', '{thread_post}?by=post', '400 invalid `by` query parameter'],
    ['knows no such post', 'guest', unknown, noPost],
    ['hides a deleted thread’s', 'author', '{deleted_post}', noPost],
  ],
  'PUT /posts/{post_ref}/reactions/{key}': [
    [
      'gives a reaction',
      'stranger',
      '{thread_post}/heart',
      { reactions: [{ key: 'heart', count: 1, mine: true }] },
    ],
    ['refuses a guest', 'guest', '{thread_post}/heart', unauthenticated],
    ['refuses bad credentials', 'bad credentials', '{thread_post}/heart', unresolved],
    ['refuses the author', 'author', '{thread_post}/heart', '403 forbidden'],
    ['refuses who is muted', 'muted', '{thread_post}/heart', noReply],
    ['refuses a token that does not write', 'token: read', '{thread_post}/heart', noReply],
    ['knows no other icons', 'stranger', '{thread_post}/anvil', noReaction],
    ['knows no such post', 'stranger', `${unknown}/heart`, noPost],
    ['hides a deleted thread’s', 'stranger', '{deleted_post}/heart', noPost],
  ],
  'GET /posts/{post_ref}/reactions/{key}': [
    ['lists who gave it', 'guest', '{thread_post}/heart', { count: 1, items: [member('stranger')] }],
    ['knows no other icons', 'guest', '{thread_post}/anvil', noReaction],
    ['knows no such post', 'guest', `${unknown}/heart`, noPost],
  ],
  'GET /threads/{thread_ref}/reactions': [
    [
      'reads those of a page',
      'guest',
      '{thread}',
      { posts: [{ post: '{thread_post}', reactions: [{ key: 'heart', count: 1, mine: false }] }] },
    ],
    ['knows no such thread', 'guest', unknown, noThread],
    ['hides a deleted one', 'author', '{deleted}', noThread],
  ],
  'DELETE /posts/{post_ref}/reactions/{key}': [
    ['refuses a guest', 'guest', '{thread_post}/heart', unauthenticated],
    ['refuses bad credentials', 'bad credentials', '{thread_post}/heart', unresolved],
    ['refuses the author', 'author', '{thread_post}/heart', '403 forbidden'],
    ['refuses who is muted', 'muted', '{thread_post}/heart', noReply],
    ['knows no other icons', 'stranger', '{thread_post}/anvil', noReaction],
    ['knows no such post', 'stranger', `${unknown}/heart`, noPost],
    ['takes it back', 'stranger', '{thread_post}/heart', { reactions: [] }],
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

/** The days of a January. */
export const day = (number: number) => `2020-01-${String(number).padStart(2, '0')}T12:00:00.000Z`

const post = (id: number, thread: string, author: string, body: string, over: object = {}) => ({
  type: 'post',
  id: String(id),
  thread,
  author,
  created_at: day(id),
  format: 'markdown',
  body,
  ...over,
})

/** A forum with one of everything that can be moved. */
export const smallForum: readonly object[] = [
  { type: 'forum', version: 1 },
  { type: 'section', id: '1', display_name: 'Old times', order: 3 },
  { type: 'section', id: '2', display_name: 'General', parent: '1' },
  {
    type: 'user',
    id: '10',
    username: 'Ada Lovelace',
    created_at: day(1),
    password_hash: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
    emails: [{ address: 'Ada@Old.example' }],
  },
  {
    type: 'user',
    id: '11',
    username: 'grace',
    display_name: 'Grace',
    created_at: day(1),
    password_hash: '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0',
    time_zone: 'Europe/Paris',
  },
  { type: 'user', id: '12', username: 'Ada-Lovelace', created_at: day(2), password_hash: 'plain!' },
  { type: 'user', id: '13', display_name: 'Somebody once' },
  {
    type: 'thread',
    id: '5',
    section: '2',
    title: 'Hello',
    author: '10',
    created_at: day(1),
    is_pinned: true,
  },
  post(1, '5', '10', 'Hello **world**, see [the answer](imported:post:2) and [later](imported:post:4)'),
  post(
    2,
    '5',
    '11',
    '[@ada](imported:user:10) said in [this](imported:post:1):\n> Hello **world**\n\nYes `x*y`',
  ),
  { type: 'edit', post: '2', number: 1, author: '10', time: day(3), format: 'text', body: 'No, *really*' },
  post(3, '5', '13', '![a cat](https://images.example/cat.png)', { votes: { up: 3, down: 1 } }),
  {
    type: 'thread',
    id: '6',
    section: '2',
    title: 'Locked',
    author: '11',
    created_at: day(4),
    is_locked: true,
  },
  post(4, '6', '11', '<b>bold</b> <script>alert(1)</script><p>para</p>', { format: 'html' }),
  { type: 'ban', id: '1', user: '12', reason: 'Spam', created_at: day(9) },
  { type: 'role', user: '11', role: 'Moderator', section: '2', since: day(5) },
  { type: 'sanction', id: '1', user: '12', kind: 'Warning', reason: 'Mind your tone', created_at: day(8) },
]

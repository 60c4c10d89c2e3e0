/** @typedef {import('@agora/testing/suite').Member} Member */
/** @typedef {import('@agora/testing/suite').Suite} Suite */

/** What such a community is configured with. */
export const communityConfig = {
  site: { name: 'The Expedition' },
  limits: { new_account: { posts_without_links: 0 } },
  forum: { reactions: ['heart', 'smile'] },
}

const sections = [
  ['news', 'News', 'What changes in the games, and when.', '#b3541e'],
  ['guides', 'Guides', 'How others have come through, step by step.', '#1d5fa8'],
  ['trade', 'Trade', 'Offers and wishes. Settle the price before you meet.', '#2e7d4f'],
  ['stories', 'Stories', 'Diaries, drawings and maps of your expeditions.', '#7a4fa3'],
]

const people = /** @type {const} */ ({
  maren: 'Maren Holt',
  yusuf: 'Yusuf Demir',
  ines: 'Inês Carvalho',
  tomas: 'Tomáš Novák',
  lucky: 'Lucky Seller',
})

const guide = `The lower caves look harder than they are. What kept me alive:

## Before you go down

- **Two torches each**, one of them unlit
- Food for three days, and a rope
- Somebody who stays at the entrance and writes down the time

## At the lake

1. Follow the left wall until it is wet.
2. Count the pillars: the fourth one is hollow.
3. ||Leave the chest alone: it is the one that bites.||

> The water rises every four hours, not every six. — _the old map_

My log of the last run is at https://archive.example/caves/17. Ask before you try it alone!`

const answers = /** @type {const} */ ([
  [
    'yusuf',
    '[quote=Maren Holt]The fourth one is hollow.[/quote]\nIt was the **fifth** for us. Does it depend on the server? :smile:',
  ],
  [
    'ines',
    'Thank you! We went down with six people and came back with six. That has never happened before. :heart:',
  ],
  ['tomas', 'I have drawn the lake from memory:\n\n```\n   ~~~~~~\n  ~ o  o ~   o pillars\n   ~~~~~~\n```'],
  ['maren', 'Yes, @Yusuf, it is the fifth on the Spanish server. I have added a line to the guide.'],
])

const threads = /** @type {const} */ ([
  [
    'news',
    'maren',
    'The autumn expedition opens on Friday',
    'Gates open at 18:00 UTC. **Sign up** in the section of your server.',
  ],
  ['stories', 'ines', 'Forty days in the salt desert', 'Day one. We have more water than sense.'],
  [
    'trade',
    'tomas',
    'Looking for a compass, offering three maps',
    'The maps are hand-drawn and mostly right.',
  ],
  ['guides', 'yusuf', 'Which creatures are worth keeping through the winter?', 'I have room for five.'],
  ['stories', 'yusuf', 'A drawing of every tower on the coast', 'Eleven so far. Tell me which are missing.'],
])

const spam = 'Cheap gold, fast delivery, no questions: https://gold.example/now https://gold.example/vip'

/**
 * Fills a suite with something to read, to judge and to operate. Returns the pages that show it best, who sees them, and what
 * is on each once it is whole.
 *
 * @param {Suite} suite
 */
export async function fillCommunity(suite) {
  /**
   * @param {Member} as
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  const call = async (as, method, path, body) => {
    const answer = await suite.call(method, path, { as, ...(body && { body }) })
    if (answer.status !== 200)
      throw new Error(`${method} ${path} was answered ${answer.status} ${answer.text}`)
    return answer.body
  }
  const administrator = await suite.administrator()
  /** @type {Record<string, Member>} */
  const members = {}
  for (const [name, displayName] of Object.entries(people))
    members[name] = await suite.member(name, { displayName })
  /** @param {string} name */
  const member = (name) => /** @type {Member} */ (members[name])
  for (const [order, [key, name, description, colour]] of sections.entries())
    await call(administrator, 'PUT', `/forum/sections/${key}`, {
      ...{ display_name: name, description, colour, order: order - sections.length },
    })
  await call(administrator, 'POST', '/forum/sections/guides/role_grants', {
    type: 'User',
    id: member('maren').id,
  })
  /** @type {(section: string, by: string, title: string, body: string) => Promise<any>} */
  const open = (section, by, title, body) =>
    call(member(by), 'POST', `/forum/sections/${section}`, { title, body })

  for (const [section, by, title, body] of threads) await open(section, by, title, body)
  const thread = await open('guides', 'maren', 'A safe way through the lower caves', guide)
  for (const [by, body] of answers) await call(member(by), 'POST', `/forum/threads/${thread.id}`, { body })
  const [first] = thread.posts.items
  for (const by of ['yusuf', 'ines', 'tomas'])
    await call(member(by), 'PUT', `/forum/posts/${first.id}/reactions/heart`)
  const offered = await open('guides', 'lucky', 'Best prices for everything', spam)
  const insult = await call(member('lucky'), 'POST', `/forum/threads/${thread.id}`, {
    body: 'Whoever follows this guide deserves to drown.',
  })
  for (const [by, post, reason, comment] of [
    ['yusuf', offered.posts.items[0].id, 'Spam', 'The third one today.'],
    ['ines', offered.posts.items[0].id, 'Spam', undefined],
    ['tomas', insult.id, 'Harassment', 'Please look at this.'],
  ])
    await call(member(by), 'POST', `/forum/posts/${post}/reports`, { reason, ...(comment && { comment }) })
  return {
    thread: { as: member('ines'), path: `/threads/${thread.id}`, shows: '.post' },
    queue: { as: member('maren'), path: '/moderation', shows: '.report' },
    operations: { as: administrator, path: '/operations', shows: '#operations' },
  }
}
